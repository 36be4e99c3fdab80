/** The preview of a merge, the merges of a record, and how long merges can be undone. */
import { type Query, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Retention } from '#server/jobs/retention.ts'
import { countReferences, type MergeParts, referencesTo } from '#server/merging/merging.ts'
import { mergesOfRecord, previewMerge, type StoredMergeRow, UNDO_DAYS } from '../domain/contract.ts'
import { kindOf, planMerge, readBoth } from './plan.ts'

const MOST_SHOWN = 50

export const previewMergeQuery = (parts: MergeParts): Query<typeof previewMerge> =>
  query(previewMerge, async ({ rows, actor }, input) => {
    const kind = kindOf(parts, input.entity, actor)
    const { kept, merged } = await readBoth(rows, kind, input)
    const { differences, take, closed } = await planMerge(rows, parts, kind, { kept, merged }, input.take)
    const moves: { name: string; count: number }[] = []
    for (const reference of referencesTo(parts.references, kind.entity))
      moves.push({
        name: reference.name,
        count: await countReferences(rows, reference, kind.entity, { from: merged.id, to: kept.id }),
      })
    for (const following of parts.followings.filter(({ to }) => to === kind.entity))
      moves.push({ name: following.name, count: await following.count(rows, merged.id) })
    const figures = [...(await kind.figures(rows, kept.id, merged.id))]
    for (const added of parts.figures.filter(({ of }) => of === kind.entity))
      figures.push(...(await added.figures(rows, kept.id, merged.id)))
    return {
      kept: { id: kept.id, name: kept.name, version: kept.version },
      merged: { id: merged.id, name: merged.name, version: merged.version },
      fields: differences.map((difference) => ({ ...difference })),
      take: [...take],
      moves: moves.filter(({ count }) => count > 0),
      figures: figures.map((figure) => ({ ...figure, after: figure.kept + figure.merged })),
      doubts: kind.doubts(kept, merged).map((doubt) => ({ ...doubt })),
      closed: closed && { ...closed },
    }
  })

export const mergesOfRecordQuery = (parts: MergeParts): Query<typeof mergesOfRecord> =>
  query(mergesOfRecord, async ({ rows, actor }, { entity, id }) => {
    kindOf(parts, entity, actor)
    const merges = await rows.many<Omit<StoredMergeRow, 'moved'> & { moved: Record<string, number> }>(sql`
      select id, merged_id as "mergedId", merged_name as "mergedName", created_at as at, user_name as "userName", moved,
        undone_at as "undoneAt", undone_by as "undoneBy",
        case when undone_at is null and created_at >= now() - make_interval(days => ${UNDO_DAYS})
          then created_at + make_interval(days => ${UNDO_DAYS}) end as "undoUntil"
      from merges where entity = ${entity} and kept_id = ${id} order by id desc limit ${MOST_SHOWN}`)
    return {
      rows: merges.map(({ moved, ...merge }) => ({
        ...merge,
        moved: Object.entries(moved).map(([name, count]) => ({ name, count })),
      })),
    }
  })

/** What merges moved, record by record. It is only needed to undo them; the merges themselves stay. */
export const movedRecords: Retention = {
  name: 'merged-references',
  days: UNDO_DAYS,
  leastDays: UNDO_DAYS,
  forget: (rows, days, most) =>
    rows.run(sql`
      delete from merged_references where merge_id in (
        select m.id from merges m
        where m.created_at < now() - make_interval(days => ${days})
          and exists (select from merged_references r where r.merge_id = m.id)
        order by m.id limit ${most})`),
}
