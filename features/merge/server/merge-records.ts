import { stopOn } from '#kernel/refusal.ts'
import { type Command, command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import {
  type Mergeable,
  type MergeParts,
  type MergeRecord,
  moveReferences,
  referencesTo,
} from '#server/merging/merging.ts'
import { mergeRecords } from '../domain/contract.ts'
import { afterOf, kindOf, planMerge, readBoth } from './plan.ts'

/**
 * Merges one record into another: moves every reference, gives the kept record the chosen values, and marks the merged one.
 * It is serializable, so a record that is written for the merged one at the same time is moved too, or its command runs
 * again and writes for the kept one.
 */
export const mergeRecordsCommand = (parts: MergeParts): Command<typeof mergeRecords> =>
  command(mergeRecords, async (work, input) => {
    const kind = kindOf(parts, input.entity, work.actor)
    const { kept, merged } = await readBoth(work.tx, kind, input, true)
    await demandVersion(work, kind, kept, input.keepVersion)
    await demandVersion(work, kind, merged, input.fromVersion)
    const { changed, closed } = await planMerge(work.tx, parts, kind, { kept, merged }, input.take)
    stopOn(closed)

    const { id } = await work.tx.one<{ id: number }>(sql`
      insert into merges (entity, kept_id, merged_id, kept_name, merged_name, fields, user_id, user_name, created_at)
      values (${kind.entity}, ${kept.id}, ${merged.id}, ${kept.name}, ${merged.name}, ${JSON.stringify(changed)}::jsonb,
        ${work.actor.userId}::bigint, ${work.actor.name}, ${work.now}::timestamptz)
      returning id`)
    const moved = await moveAll(work, parts, kind, { id, kept, merged })
    for (const rule of parts.rules.filter(({ of }) => of === kind.entity))
      await rule.settle?.(work, { keptId: kept.id, mergedId: merged.id })
    await kind.change(work, kept.id, afterOf(changed))
    await kind.mark(work, merged.id, kept.id)
    work.record({ entity: kind.entity, id: kept.id, changes: { merged: [null, namedWithId(merged)] } })
    work.record({ entity: kind.entity, id: merged.id, changes: { mergedInto: [null, namedWithId(kept)] } })
    return { id, keptId: kept.id, moved }
  })

export const namedWithId = ({ id, name }: Pick<MergeRecord, 'id' | 'name'>): string => `${name} (${id})`

const demandVersion = async (work: Work, kind: Mergeable, { id, version }: MergeRecord, known: number) =>
  version === known ? undefined : refuseStale(work.tx, kind.entity, id, version)

/** Moves every reference and stores the ids that moved. Returns how many they are. */
async function moveAll(
  work: Work,
  { references }: MergeParts,
  { entity }: Mergeable,
  { id, kept, merged }: { id: number; kept: MergeRecord; merged: MergeRecord },
): Promise<number> {
  const counts: Record<string, number> = {}
  for (const reference of referencesTo(references, entity)) {
    const ids = await moveReferences(work, reference, entity, merged.id, kept.id)
    if (ids.length === 0) continue
    counts[reference.name] = ids.length
    await work.tx.run(sql`
      insert into merged_references (merge_id, name, ids) values (${id}, ${reference.name}, ${[...ids]}::bigint[])`)
  }
  await work.tx.run(sql`update merges set moved = ${JSON.stringify(counts)}::jsonb where id = ${id}`)
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
