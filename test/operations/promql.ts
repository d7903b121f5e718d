import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A series in a PromQL expression, with the labels used there. */
interface Asked {
  series: string;
  labels: string[];
}

export interface Expression {
  asked: Asked[];
  /** Labels by which it groups, or which it keeps. */
  grouping: string[];
  mistakes: string[];
}

/** Reads an expression with Prometheus' own grammar. */
export function readExpression(text: string): Expression {
  const expression: Expression = { asked: [], grouping: [], mistakes: [] };
  const textOf = (node: SyntaxNode) => text.slice(node.from, node.to);
  parser.parse(text).iterate({
    enter({ node }) {
      if (node.type.isError) expression.mistakes.push(text.slice(node.from, node.to + 10));
      if (node.name === 'VectorSelector') {
        const name = node.getChild('Identifier');
        expression.asked.push({ series: name ? textOf(name) : '', labels: labelsIn(node).map(textOf) });
      }
      if (node.name === 'GroupingLabels') expression.grouping.push(...labelsIn(node).map(textOf));
    },
  });
  return expression;
}

function labelsIn(node: SyntaxNode): SyntaxNode[] {
  const labels: SyntaxNode[] = [];
  node.cursor().iterate((inner) => {
    if (inner.name === 'LabelName') labels.push(inner.node);
  });
  return labels;
}
