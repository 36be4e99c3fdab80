/** Declares what the feature merge adds to the server. */
import { historyRights } from '#kernel/rights.ts'
import { type Feature, feature } from '#server/feature.ts'
import type { MergeParts } from '#server/merging/merging.ts'
import { mergeRights } from '../domain/rights.ts'
import { mergeRecordsCommand } from './merge-records.ts'
import { mergesOfRecordQuery, movedRecords, previewMergeQuery } from './queries.ts'
import { undoMergeCommand } from './undo-merge.ts'
import { owns } from './tables.ts'

/** Returns the manifest of merges over what the features declare. */
export const merge = (parts: MergeParts): Feature =>
  feature({
    name: 'merge',
    owns,
    rights: mergeRights,
    notifiedOf: { merges: historyRights.read },
    commands: [mergeRecordsCommand(parts), undoMergeCommand(parts)],
    queries: [previewMergeQuery(parts), mergesOfRecordQuery(parts)],
    retentions: [movedRecords],
  })
