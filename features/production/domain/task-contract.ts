/** Declares what the page of one task shows. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { productionRights } from './rights.ts'
import { zPress, zSectionTask } from './section-day-contract.ts'

/** Returns one task with its chain, its materials and its presses, the newest first. A section account reads only its own. */
export const oneTask = defineQuery('production.task', {
  right: productionRights.read,
  input: z.strictObject({ taskId: zId }),
  output: z.object({
    task: zSectionTask.extend({
      section: z.string(),
      productId: z.int().nullable(),
      createdAt: z.string(),
      finishedAt: z.string().nullable(),
    }),
    presses: z.array(zPress),
  }),
})
