/**
 * Three rules of this product that no linter has, as a plugin of oxlint (see .oxlintrc.json).
 *
 * `house/no-clock`: a business rule receives the time and random values as arguments. It forbids `new Date()`,
 * `Date.now()`, `Math.random()`, `performance.now()`, `Temporal.Now` and `crypto.*` in kernel and
 * features/<name>/domain.
 *
 * `house/no-raw-money`: amounts are scaled whole numbers, and only kernel/money.ts may calculate with them. For
 * example, 0.01 € times 0.0001 pieces is not a number of cents. Plugins of the linter have no types, so the rule uses
 * names. It forbids arithmetic if the name of an operand is that of an amount (`totalCents`, `unitPrice`,
 * `row.stock_e4`, `vatRate`). Counting rows, comparing and joining text are allowed.
 *
 * `house/no-replaced-modules`: a test runs the real code and answers for the outside at its boundary, such as `fetch`. It forbids
 * `vi.mock`, `vi.doMock`, and `vi.spyOn` of a function that a module of the product exports.
 */

type Node = { type: string; [key: string]: unknown }
type Context = { report(finding: { node: Node; message: string }): void }

const nameOf = (node: unknown): string | null => {
  const { type, name, property, computed, expression, argument } = node as Record<string, unknown>
  switch (type) {
    case 'Identifier':
      return name as string
    case 'MemberExpression':
      return computed ? null : nameOf(property)
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return nameOf(expression)
    case 'UnaryExpression':
      return nameOf(argument)
    default:
      return null
  }
}

const CLOCKS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'Temporal.Now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])

const noClock = {
  create(context: Context) {
    const report = (node: Node) =>
      context.report({ node, message: 'A business rule receives the time and random values as arguments.' })
    return {
      NewExpression(node: Node) {
        if (nameOf(node.callee) === 'Date' && (node.arguments as Node[]).length === 0) report(node)
      },
      CallExpression(node: Node) {
        if ((node.callee as Node).type === 'Identifier' && nameOf(node.callee) === 'Date') report(node)
      },
      MemberExpression(node: Node) {
        const object = nameOf(node.object)
        if (object !== null && CLOCKS.has(`${object}.${nameOf(node) ?? ''}`)) report(node)
      },
    }
  },
}

const AMOUNT =
  /(^|_|[a-z0-9])(cents|e4|bp)$|(Cents|Price|Quantity|Cost|Total|Amount|Balance|Rate|Vat|Discount|Commission|Stock)$|^(price|quantity|cost|total|amount|balance|vat|discount|commission|stock|due|paid)$/
const OPERATORS = new Set(['+', '-', '*', '/', '%', '**', '+=', '-=', '*=', '/=', '%=', '**='])

const isText = (node: unknown): boolean => {
  const { type, value, operator, left, right } = node as Record<string, unknown>
  if (type === 'TemplateLiteral') return true
  if (type === 'Literal') return typeof value === 'string'
  return type === 'BinaryExpression' && operator === '+' && (isText(left) || isText(right))
}

// these functions of kernel/money.ts return amounts too
const ANSWERS = new Set(
  'cents unitPrice quantity rate lineTotal percentOf priceWithPercent costOf multiplyQuantity sumCents sumQuantities'.split(
    ' ',
  ),
)

const isAmount = (node: unknown): boolean => {
  const { type, callee } = node as Record<string, unknown>
  return type === 'CallExpression' ? ANSWERS.has(nameOf(callee) ?? '') : AMOUNT.test(nameOf(node) ?? '')
}

const noRawMoney = {
  create(context: Context) {
    const check = (node: Node) => {
      if (!OPERATORS.has(node.operator as string) || isText(node.left) || isText(node.right)) return
      if (isAmount(node.left) || isAmount(node.right)) {
        context.report({ node, message: 'Calculate with amounts only by the functions of kernel/money.ts.' })
      }
    }
    return {
      BinaryExpression: check,
      AssignmentExpression: check,
      UpdateExpression(node: Node) {
        if (isAmount(node.argument)) {
          context.report({ node, message: 'Calculate with amounts only by the functions of kernel/money.ts.' })
        }
      },
      UnaryExpression(node: Node) {
        if (node.operator === '-' && isAmount(node.argument)) {
          context.report({ node, message: 'Negate an amount only by the functions of kernel/money.ts.' })
        }
      },
    }
  },
}

const noReplacedModules = {
  create(context: Context) {
    /** The names by which the file imports whole modules of the product. */
    const own = new Set<string>()
    return {
      ImportDeclaration(node: Node) {
        if (!/^[#.]/.test((node.source as { value: string }).value)) return
        for (const { type, local } of node.specifiers as { type: string; local: { name: string } }[])
          if (type === 'ImportNamespaceSpecifier') own.add(local.name)
      },
      CallExpression(node: Node) {
        const callee = node.callee as Node
        if (callee.type !== 'MemberExpression' || nameOf(callee.object) !== 'vi') return
        const method = nameOf(callee) ?? ''
        const [replaced] = node.arguments as Node[]
        if (/^(do)?mock$/i.test(method) || (method === 'spyOn' && replaced && own.has(nameOf(replaced) ?? ''))) {
          context.report({ node, message: 'Run the real module, and answer for the outside at its boundary.' })
        }
      },
    }
  },
}

const rules = { 'no-clock': noClock, 'no-raw-money': noRawMoney, 'no-replaced-modules': noReplacedModules }

export default { meta: { name: 'house' }, rules }
