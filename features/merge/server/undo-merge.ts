import { type FieldChanges, isSame } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { type Command, command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { type MergeParts, type MergeRecord, moveBack, referencesTo } from '#server/merging/merging.ts'
import { UNDO_DAYS, undoMerge } from '../domain/contract.ts'
import { namedWithId } from './merge-records.ts'
import { kindOf } from './plan.ts'

type Merge = {
  entity: string
  keptId: number
  mergedId: number
  keptName: string
  mergedName: string
  fields: FieldChanges
  at: string
  undone: boolean
  over: boolean
  keptInto: string | null
}

/** Undoes a merge. Only what it moved goes back, and only fields that still have the value of the merge. */
export const undoMergeCommand = (parts: MergeParts): Command<typeof undoMerge> =>
  command(undoMerge, async (work, { id }) => {
    const merge = await lockMerge(work, id)
    const kind = kindOf(parts, merge.entity, work.actor)
    if (merge.undone) refuse('refused', 'merge.already-undone', { name: merge.mergedName })
    if (merge.over) refuse('refused', 'merge.too-late', { days: UNDO_DAYS })
    if (merge.keptInto !== null)
      refuse('refused', 'merge.kept-was-merged', { name: merge.keptName, into: merge.keptInto })
    const kept = await kind.record(work.tx, merge.keptId, true)
    const merged = await kind.mergedRecord(work.tx, merge.mergedId)
    const idsOf = await readMoved(work, id)
    for (const rule of parts.rules.filter(({ of }) => of === kind.entity))
      stopOn(
        await rule.whyNoUndo(work.tx, { kept, merged, at: merge.at, moved: async (name) => idsOf.get(name) ?? [] }),
      )

    let [moved, all] = [0, 0]
    for (const reference of referencesTo(parts.references, kind.entity)) {
      const ids = idsOf.get(reference.name) ?? []
      all += ids.length
      if (ids.length > 0) moved += await moveBack(work, reference, kind.entity, { ids, from: kept.id, to: merged.id })
    }
    for (const rule of parts.rules.filter(({ of }) => of === kind.entity))
      await rule.settle?.(work, { keptId: kept.id, mergedId: merged.id })
    const { back, stayed } = fieldsBack(merge.fields, kept)
    await kind.change(work, kept.id, back)
    await kind.mark(work, merged.id, null)
    await work.tx.run(sql`
      update merges set undone_at = ${work.now}::timestamptz, undone_by = ${work.actor.name} where id = ${id}`)
    await work.tx.run(sql`delete from merged_references where merge_id = ${id}`)
    work.record({ entity: kind.entity, id: kept.id, changes: { merged: [namedWithId(merged), null] } })
    work.record({ entity: kind.entity, id: merged.id, changes: { mergedInto: [namedWithId(kept), null] } })
    return { keptId: kept.id, mergedId: merged.id, moved, left: all - moved, stayed }
  })

/** Returns a merge, locked until the commit, and into what its kept record was merged since. */
async function lockMerge({ tx, now }: Work, id: number): Promise<Merge> {
  const merge = await tx.maybe<Merge>(sql`
    select m.entity, m.kept_id as "keptId", m.merged_id as "mergedId", m.kept_name as "keptName",
      m.merged_name as "mergedName", m.fields, m.created_at as at, m.undone_at is not null as undone,
      m.created_at < ${now}::timestamptz - make_interval(days => ${UNDO_DAYS}) as over,
      (select later.kept_name from merges later
        where later.entity = m.entity and later.merged_id = m.kept_id and later.undone_at is null) as "keptInto"
    from merges m where m.id = ${id} for update`)
  return merge ?? refuse('missing', 'merge.missing', { id })
}

/** Returns the ids that a merge moved, by the name of the reference. */
async function readMoved({ tx }: Work, id: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await tx.many<{ name: string; ids: number[] }>(
    sql`select name, to_json(ids) as ids from merged_references where merge_id = ${id}`,
  )
  return new Map(rows.map(({ name, ids }) => [name, ids]))
}

/** Returns the values before the merge of the fields that nobody changed since, and the names of the others. */
function fieldsBack(fields: FieldChanges, { values }: MergeRecord) {
  const unchanged = Object.entries(fields).filter(([field, [, after]]) =>
    isSame(values[field] === '' ? null : values[field], after),
  )
  const back = Object.fromEntries(unchanged.map(([field, [before]]) => [field, before]))
  return { back, stayed: Object.keys(fields).filter((field) => !Object.hasOwn(back, field)) }
}
