/** Creates tasks that the office orders for the stock of the company, without an order of a customer (C-14). */
import { isWholeIn } from '#features/products/domain/product.ts'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { wayOf } from '../../domain/netting.ts'
import { createTask } from '../../domain/plan-contract.ts'
import { INTERNAL_CUSTOMER } from '../../domain/task.ts'
import { readRecipes } from './netted-products.ts'
import { writeChains } from './write-chains.ts'

/**
 * Creates a chain for each line in one transaction. The materials are not netted: what is short shows on the card of the task. A
 * product that is bought or has no recipe has no steps, so the whole command is refused and names it.
 */
export const createTaskCommand = command(
  createTask,
  async (work, { name, description, plannedOn, expectedOn, lines }) => {
    if (plannedOn !== null && expectedOn !== null && plannedOn > expectedOn)
      refuse('refused', 'production.planned-late')
    const recipes = await readRecipes(
      work.tx,
      lines.map(({ productId }) => productId),
      null,
    )
    const products = lines.map(
      ({ productId }) => recipes.products.get(productId) ?? refuse('missing', 'products.missing', { productId }),
    )
    const notMade = products.filter((product) => wayOf(product) !== 'make')
    if (notMade.length > 0)
      refuse('refused', 'production.without-recipe', { products: notMade.map((product) => product.name).join(', ') })
    for (const [index, { name: product, unit }] of products.entries())
      if (!isWholeIn(unit, lines[index]?.quantity ?? ZERO_QUANTITY))
        refuse('refused', 'orders.whole-pieces', { name: product })
    const { taskIds } = await writeChains(
      work,
      recipes,
      {
        orderId: null,
        customerId: null,
        customerName: INTERNAL_CUSTOMER,
        plannedOn,
        expectedAt: expectedOn === null ? null : `${expectedOn} 00:00:00`,
      },
      lines.map((line) => ({ ...line, name, description })),
    )
    return { tasks: taskIds.length }
  },
)
