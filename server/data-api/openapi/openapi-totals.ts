/** Describes the calls that give sums of documents; they belong to no table. */

const text = { type: 'string' }
const amount = { type: 'number' }
const day = { type: 'string', format: 'date' }
const amounts = { totalProductsAmmount: amount, totalVat: amount, totalAmmount: amount }

const query = (name: string, schema: Record<string, unknown>, required = true): Record<string, unknown> => ({
  name,
  in: 'query',
  required,
  schema,
})

const call = (
  operationId: string,
  summary: string,
  parameters: readonly unknown[],
  row: Record<string, unknown>,
): Record<string, unknown> => ({
  get: {
    tags: ['totals'],
    operationId,
    summary,
    parameters: [query('from', day), query('to', day), ...parameters],
    responses: {
      200: {
        description: 'The rows.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { resource: { type: 'array', items: { type: 'object', properties: row } } },
            },
          },
        },
      },
      400: { $ref: '#/components/responses/E400' },
      401: { $ref: '#/components/responses/E401' },
      403: { $ref: '#/components/responses/E403' },
    },
  },
})

export const TOTALS_PATHS: Record<string, unknown> = {
  '/totals': call(
    'get_totals',
    'Totals by code of the orders, inbound invoices and payments of a period',
    [query('refcode', text, false)],
    { refcode: text, description: text, type: text, bound: { type: ['string', 'null'] }, ...amounts },
  ),
  '/sales': call(
    'get_sales',
    'Sales of a period by day, week, month or year',
    [query('period', { type: 'string', enum: ['day', 'week', 'month', 'year'] })],
    { period: day, ...amounts },
  ),
}
