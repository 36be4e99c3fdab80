import { productsRights } from '#features/products/domain/rights.ts'
import { storeTriedCosts } from '#features/products/server/costs/change-costs.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, demand } from '#server/command.ts'
import { changeCosts } from '../domain/contract.ts'
import { readTrial } from './trial.ts'

/** Stores the prices of a trial, unless it would change anything else than the trial showed. */
export const changeCostsCommand = command(changeCosts, async (work, { prices, mark }) => {
  demand(work.actor, productsRights.cost)
  const trial = await readTrial(work.tx, prices)
  if (trial.mark !== mark) refuse('conflict', 'what-if.changed')
  await storeTriedCosts(work, trial.materials, trial.costs)
  return { changed: trial.rows.length }
})
