interface Fact {
  name: string;
  /** Its colour in the chart beside it. */
  kind?: string;
  value: string;
  more?: string | undefined;
}

/** Values below their names. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl class="received-figures">
    {of.map(({ name, kind, value, more }) => (
      <div key={name}>
        <dt class="faint">
          {kind && <i class={kind} />} {name}
        </dt>
        <dd>
          <strong>{value}</strong> {more && <span class="faint">{more}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
