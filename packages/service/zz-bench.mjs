// apps/query/src/zz-bench.ts
import { createHash as createHash2, randomBytes } from "node:crypto";

// packages/service/src/arguments.ts
import { z } from "zod";
var unitMs = {
  m: 6e4,
  h: 36e5,
  d: 864e5,
  w: 7 * 864e5
};
var time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

// packages/service/src/caller.ts
var rights = ["read", "export", "personal", "send"];
var operator = {
  name: "API_KEY",
  rights: new Set(rights),
  sites: "all",
  requestsPerMinute: void 0
};

// packages/service/src/client-address.ts
import proxyaddr from "proxy-addr";
import { z as z2 } from "zod";

// packages/service/src/ip-address.ts
import { BlockList, isIP } from "node:net";
function senderNetwork(address) {
  return address.includes(":") ? leadingGroups(address, 4) : address;
}
function leadingGroups(address, count2) {
  const end = endOfGroup(address, count2);
  const zeros = address.indexOf("::");
  return zeros !== -1 && zeros < end ? expanded(address, count2) : address.slice(0, end);
}
function endOfGroup(address, count2) {
  let end = -1;
  for (let group = 0; group < count2; group++) {
    end = address.indexOf(":", end + 1);
    if (end === -1) return address.length;
  }
  return end;
}
function expanded(address, count2) {
  const [head = [], tail = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = new Array(8 - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail].slice(0, count2).join(":");
}
function networkList(networks) {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = address.includes(":") ? "ipv6" : "ipv4";
    if (prefix === void 0) list.addAddress(address, family);
    else list.addSubnet(address, /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN, family);
  }
  return list;
}
function isNetwork(text) {
  try {
    networkList([text]);
    return isIP(text.split("/", 1)[0] ?? "") !== 0;
  } catch {
    return false;
  }
}

// packages/service/src/recent.ts
var Recent = class {
  #generation;
  #young = /* @__PURE__ */ new Map();
  #old = /* @__PURE__ */ new Map();
  constructor(max) {
    this.#generation = Math.ceil(max / 2);
  }
  get(key2) {
    const value = this.#young.get(key2);
    if (value !== void 0) return value;
    const older = this.#old.get(key2);
    if (older !== void 0) this.set(key2, older);
    return older;
  }
  set(key2, value) {
    if (this.#young.size >= this.#generation && !this.#young.has(key2)) {
      this.#old = this.#young;
      this.#young = /* @__PURE__ */ new Map();
    }
    this.#young.set(key2, value);
  }
};

// packages/service/src/config.ts
import { z as z3 } from "zod";
var secretFiles = /* @__PURE__ */ new WeakSet();
function secretFile(name) {
  const setting = z3.string().optional().describe(`A file with ${name}, in place of ${name} itself.`);
  secretFiles.add(setting);
  return setting;
}
function integer(min, max) {
  return z3.string().regex(/^\d{1,15}$/, `a whole number from ${min} to ${max}`).transform(Number).refine((n) => n >= min && n <= max, `a whole number from ${min} to ${max}`);
}
var port = () => integer(0, 65535);
var serverSettings = {
  MAX_CONNECTIONS: integer(10, 1e6).default(1e4).describe("Most connections to one port; new ones replace those that have been idle longest."),
  METRICS_PORT: port().optional().describe(
    "Port for /metrics, /healthz and /readyz without a key, on HOST; never publish it. Unset: /metrics is at the public port and requires the key."
  )
};

// packages/service/src/errors.ts
var statuses = {
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_body: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  timeout: 504
};
var errorCodes = Object.keys(statuses);
var HttpError = class extends Error {
  name = "HttpError";
  code;
  status;
  parameter;
  headers;
  /**
   * @param message shown to the caller: never SQL, a stack or another's data
   * @param about the invalid parameter, and headers to send (`Retry-After`, `Allow`, ...)
   */
  constructor(code, message, about = {}) {
    super(message, { cause: about.cause });
    this.code = code;
    this.status = statuses[code];
    this.parameter = about.parameter;
    this.headers = about.headers ?? {};
  }
  /** The body: `{"error": {"code", "message", "parameter"?}}`. */
  body() {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...this.parameter === void 0 ? {} : { parameter: this.parameter }
      }
    };
  }
};

// packages/service/src/health.ts
import { Router } from "express";

// packages/service/src/key-guard.ts
import { Counter } from "prom-client";

// packages/service/src/key-check.ts
import { createHash, timingSafeEqual } from "node:crypto";
function createKeyCheck(keys2, find) {
  const accepted = keys2.flatMap((key2) => key2 ? [sha256(Buffer.from(key2))] : []);
  return (authorization) => {
    if (authorization === void 0) return "none";
    const sent = /^bearer +(.+)$/i.exec(authorization)?.[1];
    if (sent === void 0) return "wrong";
    const hash = sha256(Buffer.from(sent, "latin1"));
    if (accepted.map((key2) => timingSafeEqual(key2, hash)).includes(true)) return operator;
    return find(hash.toString("hex")) ?? "wrong";
  };
}
function sha256(bytes) {
  return createHash("sha256").update(bytes).digest();
}

// packages/service/src/token-buckets.ts
function createTokenBuckets(options) {
  if (options.perSecond === 0) return { of: () => endless };
  const buckets = new Recent(1e5);
  return {
    of(key2) {
      const known = buckets.get(key2);
      if (known !== void 0) return known;
      const bucket = createTokenBucket(options);
      buckets.set(key2, bucket);
      return bucket;
    }
  };
}
var createTokenBucket = (options) => new Bucket(options);
var Bucket = class {
  #options;
  #tokens;
  #filledAt;
  constructor(options) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAt = options.clock();
  }
  wait(count2, paid = 0) {
    this.#refill();
    const { burst, perSecond } = this.#options;
    const missing = Math.min(count2, burst) - paid - this.#tokens;
    return missing > 0 ? Math.ceil(missing / perSecond) : 0;
  }
  spend(count2) {
    this.#refill();
    this.#tokens -= count2;
  }
  isFull() {
    this.#refill();
    return this.#tokens === this.#options.burst;
  }
  #refill() {
    const { burst, perSecond, clock } = this.#options;
    const now = clock();
    if (now <= this.#filledAt) return;
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#filledAt) * perSecond / 1e3);
    this.#filledAt = now;
  }
};
var endless = { wait: () => 0, spend() {
}, isFull: () => true };

// packages/service/src/key-guard.ts
var guesses = { burst: 20, perSecond: 1 / 6 };
function createKeyGuard({ keys: keys2, find, clock, logger, metrics }) {
  const check = createKeyCheck(keys2, find ?? (() => void 0));
  const buckets = createTokenBuckets({ ...guesses, clock });
  const trusted = new Recent(1e4);
  const reported = new Recent(1e4);
  const wrongKeys = new Counter({
    name: `tallyhouse_${metrics.app}_wrong_keys_total`,
    help: "Wrong keys by outcome: refused (401), or limited (429).",
    labelNames: ["outcome"],
    registers: [metrics.registry]
  });
  for (const outcome of ["refused", "limited"]) wrongKeys.inc({ outcome }, 0);
  function report(network, address, bucket) {
    const state = reported.get(network) ?? { emptied: false };
    reported.set(network, state);
    if (state.emptied || bucket.wait(1) === 0) return;
    state.emptied = true;
    logger.warn({ address }, "too many wrong keys from this address; it is now limited");
  }
  return (authorization, address) => {
    if (authorization === void 0) return none;
    const network = senderNetwork(address);
    const bucket = buckets.of(network);
    const limited = bucket.wait(1) > 0;
    if (!limited || trusted.get(network)) {
      const caller = check(authorization);
      if (typeof caller === "object") {
        trusted.set(network, true);
        return { shown: "right", caller };
      }
    }
    if (limited) {
      wrongKeys.inc({ outcome: "limited" });
      return { shown: "limited", waitSeconds: bucket.wait(1) };
    }
    if (bucket.isFull()) reported.set(network, { emptied: false });
    bucket.spend(1);
    wrongKeys.inc({ outcome: "refused" });
    report(network, address, bucket);
    return wrong;
  };
}
var none = { shown: "none" };
var wrong = { shown: "wrong" };

// packages/service/src/key-settings.ts
import { z as z4 } from "zod";
var shortest = 16;
var shortKeyProblem = `at least ${shortest} characters. Create one with: openssl rand -base64 24`;
function isShortKey(key2) {
  return key2 !== void 0 && [...key2].length < shortest;
}
var anyKeySettings = {
  API_KEY: key().describe(
    "The key for reports (Authorization: Bearer <key>); it also lets senders set timestamp, ip and user_agent."
  ),
  API_KEY_FILE: secretFile("API_KEY"),
  ADMIN_PASSWORD: key().describe("A second key, equivalent to API_KEY."),
  ADMIN_PASSWORD_FILE: secretFile("ADMIN_PASSWORD")
};
var keySettings = {
  ...anyKeySettings,
  API_KEY: long(anyKeySettings.API_KEY),
  ADMIN_PASSWORD: long(anyKeySettings.ADMIN_PASSWORD)
};
function long(setting) {
  return setting.refine((text) => !isShortKey(text), shortKeyProblem);
}
function key() {
  return z4.string().transform((text) => text.trim() || void 0).optional();
}

// packages/service/src/logger.ts
import pino from "pino";
function createLogger(app, level) {
  return pino({ level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

// packages/service/src/metrics.ts
import { Router as Router2 } from "express";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

// packages/service/package.json
var package_default = {
  name: "@tallyhouse/service",
  version: "0.1.0",
  private: true,
  license: "MIT",
  type: "module",
  exports: "./src/index.ts",
  dependencies: {
    "close-with-grace": "^2.5.0",
    express: "^5.3.0",
    pino: "^10.4.0",
    "prom-client": "^15.1.3",
    "proxy-addr": "^2.0.8",
    zod: "^4.6.7"
  },
  devDependencies: {
    "@types/proxy-addr": "^2.0.3"
  }
};

// packages/service/src/metrics.ts
import { Counter as Counter2, Gauge as Gauge2, Histogram, Registry as Registry2 } from "prom-client";
function createRegistry() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: "tallyhouse_build_info",
    help: "The running build; always 1.",
    labelNames: ["version"],
    registers: [registry]
  });
  build.set({ version: package_default.version }, 1);
  return registry;
}

// packages/service/src/metrics-port.ts
import express from "express";

// packages/service/src/connection-metrics.ts
import { Counter as Counter3, Gauge as Gauge3 } from "prom-client";

// packages/service/src/server.ts
var largestHead = 16 * 1024;

// packages/service/src/process.ts
import closeWithGrace from "close-with-grace";

// packages/service/src/request-rates.ts
function limitRequests(clock) {
  const buckets = /* @__PURE__ */ new Map();
  return ({ name, requestsPerMinute: perMinute }) => {
    if (perMinute === void 0) return;
    let known = buckets.get(name);
    if (known?.perMinute !== perMinute) {
      const bucket = createTokenBucket({ perSecond: perMinute / 60, burst: perMinute, clock });
      known = { perMinute, bucket };
      buckets.set(name, known);
    }
    const waitSeconds = known.bucket.wait(1);
    if (waitSeconds > 0) {
      throw new HttpError("rate_limited", `This key allows ${perMinute} requests a minute. Retry later.`, {
        headers: { "Retry-After": String(waitSeconds) }
      });
    }
    known.bucket.spend(1);
  };
}

// packages/service/src/tally.ts
import { Counter as Counter4 } from "prom-client";

// packages/sites/src/host.ts
function plainHost(text) {
  const [, subdomains = "", host = ""] = /^(\*\.)?([^\s/?#@\\*]+)$/.exec(text) ?? [];
  const url = `http://${host}`;
  if (host === "" || !URL.canParse(url)) return void 0;
  const name = withoutDot(new URL(url).hostname);
  return name === "" ? void 0 : subdomains + name;
}
var withoutDot = (name) => name.endsWith(".") ? name.slice(0, -1) : name;

// packages/sites/src/keys-file.ts
import { z as z6 } from "zod";

// packages/ping/src/session-properties.ts
var sessionProperties = {
  entry_page: "Entry page",
  source: "Source",
  medium: "Medium",
  utm_source: "UTM source",
  utm_medium: "UTM medium",
  utm_campaign: "Campaign",
  utm_term: "UTM term",
  utm_content: "UTM content",
  country: "Country",
  region: "Region",
  city: "City",
  browser: "Browser",
  browser_version: "Browser version",
  os: "System",
  os_version: "System version",
  device_type: "Device",
  hostname: "Host",
  language: "Language",
  screen: "Screen"
};

// packages/filter/src/dimensions.ts
var properties = Object.keys(sessionProperties).map((column) => [
  column,
  { holder: "session", column }
]);
var dimensions = new Map([
  ["page", { holder: "pageview", column: "page_path" }],
  ...properties,
  ["exit_page", { holder: "exit", column: "exit_page" }],
  ["referrer", { holder: "pageview", column: "referrer" }],
  ["visitor_type", { holder: "visitor", column: "visitor_type", values: ["new", "returning"] }],
  ["event", { holder: "event", column: "event" }]
]);
var dimensionPattern = `${[...dimensions.keys()].join("|")}|prop\\.[A-Za-z0-9_.-]{1,40}`;
function dimensionOf(name) {
  if (!name.startsWith("prop.")) return dimensions.get(name);
  return { holder: "event", column: "props", property: name.slice("prop.".length) };
}

// packages/filter/src/filter.ts
var operators = [":", "!:", "~", "!~"];
var mostValues = 100;
var longestValue = 2e3;
var form = new RegExp(`^(${dimensionPattern})(!?[:~])(.*)$`, "s");
function parseFilter(text) {
  const [, name = "", sign, listed = ""] = form.exec(text) ?? [];
  const dimension = dimensionOf(name);
  const operator2 = operators.find((known2) => known2 === sign);
  if (dimension === void 0 || operator2 === void 0) return void 0;
  const values = split(listed);
  if (values.length > mostValues || values.some((value) => value.length > longestValue)) return void 0;
  const known = operator2.endsWith("~") ? void 0 : dimension.values;
  if (known && !values.every((value) => known.includes(value))) return void 0;
  return { text, dimension, operator: operator2, values };
}
function split(text) {
  const values = [];
  let value = "";
  for (const [part] of text.matchAll(/\\[\\|]|./gs)) {
    if (part === "|") {
      values.push(value);
      value = "";
    } else {
      value += part.slice(-1);
    }
  }
  return [...values, value];
}

// packages/filter/src/goal.ts
var mostConditions = 20;
var acceptedGoal = `conditions between ";", each written like a filter on event, prop.<name> or page: event:Signup, event:Purchase;prop.plan:pro|team, page:/thanks, page~/checkout/ ("\\" escapes ";", "|" and itself; at most ${mostConditions} conditions). With a condition on event or prop.<name>, page is the page of the event. name:<name> is a goal of the sites file`;
function parseGoal(text) {
  const conditions = [];
  for (const part of split2(text)) {
    const condition = parseFilter(part);
    if (condition === void 0 || !isOfGoal(condition)) return void 0;
    conditions.push(condition);
  }
  if (conditions.length > mostConditions) return void 0;
  const onEvents = conditions.some(({ dimension }) => dimension.holder === "event");
  return { text, on: onEvents ? "events" : "pageviews", conditions };
}
var isOfGoal = ({ dimension: { holder, column } }) => holder === "event" || column === "page_path";
function split2(text) {
  const parts = [];
  let part = "";
  for (const [piece] of text.matchAll(/\\[\\|;]|./gs)) {
    if (piece === ";") {
      parts.push(part);
      part = "";
    } else {
      part += piece === "\\;" ? ";" : piece;
    }
  }
  return [...parts, part];
}

// packages/sites/src/sites-file.ts
import { z as z5 } from "zod";

// packages/sites/src/timezone.ts
function parseTimezone(text) {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return void 0;
  try {
    const canonical = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
    const sameName = canonical.toLowerCase() === text.toLowerCase();
    return { name: sameName ? canonical : text, canonical };
  } catch {
    return void 0;
  }
}

// packages/sites/src/sites-file.ts
var idForm = /^[A-Za-z0-9._-]{1,64}$/;
var siteId = z5.string("must be text; a number needs quotes").regex(idForm, "must be 1 to 64 of A-Z a-z 0-9 . _ -");
var label = z5.string("must be text; a number needs quotes").regex(/^(?=\S)[^\p{Cc}]{1,100}(?<=\S)$/u, "must be 1 to 100 characters, without blanks around them");
var goal = z5.string("must be text").refine(
  (text) => parseGoal(text) !== void 0,
  "must be a goal as goal= takes it, such as event:Signup or page:/thanks"
);
var filter = z5.string("must be text").refine(
  (text) => parseFilter(text) !== void 0,
  "must be a filter as filter= takes it, such as country:DE or page~/blog/"
);
var site = z5.strictObject({
  name: label.optional().describe("What people call the site."),
  group: siteId.optional().describe("The group it belongs to: @<group> means all sites of the group."),
  hosts: z5.array(
    z5.string("must be text").refine(
      (text) => plainHost(text) !== void 0,
      "must be a host, such as blog.example, or *.blog.example for its subdomains"
    )
  ).min(1, "must name a host").optional().describe(
    "Hosts of its pages; *.x are the subdomains of x alone. Case and port do not matter. Pings from other hosts are dropped (foreign_host); one without a host is taken."
  ),
  timezone: z5.string("must be text").refine((text) => parseTimezone(text) !== void 0, "must be an IANA time zone, such as Europe/Berlin").optional().describe("IANA name of the zone in which its readers think."),
  retention_days: z5.int("must be a whole number").min(1, "must be 1 to 36500").max(36500, "must be 1 to 36500").optional().describe("Days after which its data is to be removed. Not applied yet."),
  ip_storage: z5.enum(["full", "truncated", "none"], "must be full, truncated or none").optional().describe("What is stored of an address, in place of IP_STORAGE."),
  exclude: z5.strictObject({
    addresses: z5.array(z5.string("must be text").refine(isNetwork, "must be an address or a CIDR, such as 10.0.0.0/8")).optional().describe("Addresses and CIDRs whose pings are dropped (excluded_ip)."),
    paths: z5.array(
      z5.string("must be text").regex(/^\/.{0,1999}$/s, "must be a path, such as /admin/*; * stands for any text")
    ).optional().describe("Paths whose pings are dropped (excluded_path); * stands for any text.")
  }).optional().describe("Pings that do not count."),
  query_parameters: z5.array(z5.string("must be text").min(1, "must be a name").max(100, "must have at most 100 characters")).optional().describe("Parameters of the address that stay in page_path, in this order; all others are removed."),
  goals: z5.record(label, goal).optional().describe("Goals by name: goal=name:<name> means one of them."),
  funnels: z5.record(label, z5.array(goal).min(2, "must have 2 to 10 steps").max(10, "must have 2 to 10 steps")).optional().describe("Funnels by name, each with its steps."),
  segments: z5.record(label, z5.array(filter).min(1, "must have 1 to 20 filters").max(20, "must have 1 to 20 filters")).optional().describe("Segments by name, each with its filters.")
});
var sitesFile = z5.strictObject({
  accept: z5.enum(["any", "listed"], "must be any or listed").default("any").describe("listed: pings of sites that are not listed here are dropped (unknown_site)."),
  sites: z5.record(siteId, site).default({}).describe("Sites by id.")
}).describe("The sites of an installation (SITES_FILE).");
var noSites = { accept: "any", sites: /* @__PURE__ */ new Map(), groups: /* @__PURE__ */ new Map() };

// packages/sites/src/keys-file.ts
var sites = z6.array(
  z6.string("must be text; a number needs quotes").refine(
    (text) => text === "*" || siteId.safeParse(text.replace(/^@/, "")).success,
    "must be the id of a site, @ and a group, or *"
  )
).min(1, "must name a site");
var unique = (list) => new Set(list).size === list.length;
var keyEntry = z6.strictObject({
  name: label.describe("What it is for: two keys never have the same name."),
  sha256: z6.string("must be text").regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits: the SHA-256 of the key's UTF-8").describe("SHA-256 of the key's UTF-8, hexadecimal."),
  sites: sites.describe("Ids of sites, @<group>, or * for all."),
  rights: z6.array(z6.enum(rights, `must be one of ${rights.join(", ")}`)).min(1, "must name a right").refine(unique, "must not repeat a right").describe(
    "read: reports; export: exports; personal: addresses in exports; send: pings, as with API_KEY."
  ),
  expires: z6.iso.datetime({ offset: true, error: "must be a time with its zone, such as 2027-01-31T00:00:00Z" }).optional().describe("From this time on the key is refused."),
  requests_per_minute: z6.int("must be a whole number").min(1, "must be 1 to 1000000").max(1e6, "must be 1 to 1000000").optional().describe("Requests that each process serves in a minute; further ones are a 429.")
});
var keysFile = z6.strictObject({
  keys: z6.array(keyEntry).superRefine((keys2, ctx) => {
    for (const member of ["name", "sha256"]) {
      const seen = /* @__PURE__ */ new Set();
      for (const [index, key2] of keys2.entries()) {
        if (seen.has(key2[member]))
          ctx.addIssue({ code: "custom", path: [index, member], message: "is there twice" });
        seen.add(key2[member]);
      }
    }
  }).default([]).describe("The keys besides API_KEY and ADMIN_PASSWORD.")
}).describe("The keys of an installation (KEYS_FILE).");
function findCaller(keysNow, clock) {
  return (sha2562) => {
    const holder = keysNow().get(sha2562);
    return holder !== void 0 && clock() < holder.expiresAt ? holder.caller : void 0;
  };
}

// packages/sites/src/may-use.ts
function readableSites({ sites: allowed }, { groups }) {
  if (allowed === "all") return "all";
  return allowed.flatMap((entry) => entry.startsWith("@") ? groups.get(entry.slice(1)) ?? [] : entry);
}

// packages/sites/src/open-files.ts
import { z as z7 } from "zod";

// packages/sites/src/parse-file.ts
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit
} from "yaml";

// packages/sites/src/open-files.ts
var siteFileSettings = {
  SITES_FILE: z7.string().optional().describe("YAML or JSON file of the sites: names, groups, hosts, exclusions, goals (docs/sites.md)."),
  KEYS_FILE: z7.string().optional().describe("YAML or JSON file of keys for some sites and rights (docs/sites.md).")
};

// apps/query/src/zz-bench.ts
var keys = Array.from({ length: 1e3 }, () => randomBytes(24).toString("base64url"));
var map = new Map(keys.map((k, i) => [createHash2("sha256").update(k).digest("hex"), { caller: { name: `k${i}`, rights: /* @__PURE__ */ new Set(["read"]), sites: ["blog", "shop", "@writing"], requestsPerMinute: 1e6 }, expiresAt: Number.POSITIVE_INFINITY }]));
var guard = createKeyGuard({ keys: ["an api key of some length", "a password of some length"], find: findCaller(() => map, Date.now), clock: Date.now, logger: createLogger("x", "silent"), metrics: { registry: createRegistry(), app: "query" } });
var count = limitRequests(Date.now);
var run = (n, header) => {
  const t = process.hrtime.bigint();
  for (let i = 0; i < n; i++) {
    const v = guard(header(i), "203.0.113.9");
    if (v.shown === "right") {
      readableSites(v.caller, noSites);
      try {
        count(v.caller);
      } catch {
      }
    }
  }
  return Number(process.hrtime.bigint() - t) / n / 1e3;
};
for (let r = 0; r < 5; r++) console.log("file key", run(5e4, (i) => `Bearer ${keys[i % 1e3]}`).toFixed(2), "us; API_KEY", run(5e4, () => "Bearer an api key of some length").toFixed(2), "us");
