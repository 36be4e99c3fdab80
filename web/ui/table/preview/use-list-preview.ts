/** Whether a list has a preview beside it, and whether it is open. What the panel needs besides loads with it. */
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { QueryContract } from '#kernel/contract.ts'
import { usePageParts } from '#web/page-parts.ts'
import type { DataTableProps, RowOf } from '#web/ui/table/data-table-props.ts'
import { previewAt, RECORD_PREVIEW } from '#web/ui/table/preview/record-previews.ts'
import type { TableLayout } from '#web/ui/table/table-layout.ts'

/** The preview of a list, for its rows and its tools. */
export type ListPreviewState = {
  readonly isOpen: boolean
  /** Opens the panel until the person closes it or leaves the page. */
  readonly open: () => void
  readonly close: () => void
  /** Opens or closes it, and keeps that with the columns of the list. */
  readonly keep: (isOpen: boolean) => void
}

/** Under this width of the window a record beside a list would leave room for neither. */
const WIDE = '(min-width: 1280px)'

/**
 * Returns the preview of a list, or null if it has none: its rows open nothing that a feature previews, it stands in a dialog, or the window is
 * too narrow. `wasOpen` is true if the person returns to the list from a row that they opened beside its preview.
 */
export function useListPreview<C extends QueryContract>(
  { open, onOpen, keep }: DataTableProps<C>,
  rows: readonly RowOf<C>[],
  { layout, change }: { layout: TableLayout; change: (patch: Partial<TableLayout>) => void },
  wasOpen: boolean,
): ListPreviewState | null {
  const previews = usePageParts(RECORD_PREVIEW)
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  // null: as the layout says
  const [chosen, setChosen] = useState<boolean | null>(wasOpen || null)
  const [hadPreview, setHadPreview] = useState(false)
  // without rows it stays as it was, because the last row may leave the list while its record is used
  const hasPreview =
    rows.length === 0 ? hadPreview : open !== undefined && rows.some((row) => previewAt(previews, open(row)) !== null)
  if (hasPreview !== hadPreview) setHadPreview(hasPreview)
  if (!hasPreview || !open || onOpen || keep === 'memory' || !isWide) return null
  const keepOpen = (isOpen: boolean) => {
    setChosen(isOpen)
    if (isOpen !== layout.preview) change({ preview: isOpen })
  }
  return {
    isOpen: chosen ?? layout.preview,
    open: () => setChosen(true),
    close: () => keepOpen(false),
    keep: keepOpen,
  }
}
