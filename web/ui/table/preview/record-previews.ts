/** What stands beside a list for the record that a row opens. The feature of the record supplies it, by the path of the record's page. */
import { type ComponentType, createContext, use, useLayoutEffect } from 'react'
import { lazyPart } from '#web/lazy-part.tsx'
import { type PagePart, partKind } from '#web/page-parts.ts'

type OfPreview = { readonly id: number }

type Declared = {
  /** The registered path of the page of the record: `/order-detail/$id`. Every list whose rows open this page has the preview. */
  readonly page: string
  /** The key of the word for such a record, in the texts of the frame. Null if there are several kinds: the preview says it by `usePreviewWord`. */
  readonly word: string | null
  readonly load: () => Promise<{
    /** Shows what matters of the record, and what the person may do with it. */
    default: ComponentType<OfPreview>
    /** Reads what the preview will ask for, before it is shown. It is asked for the record that probably comes next. */
    readAhead: (id: number) => Promise<unknown>
  }>
}

export type RecordPreview = Declared & {
  /** Loads its code when it is first shown. */
  readonly Preview: ComponentType<OfPreview>
}

export const RECORD_PREVIEW = partKind<RecordPreview>('table.preview')

/** Returns the preview of a kind of record, for the list in a feature's routes. */
export const recordPreview = (declared: Declared): PagePart =>
  RECORD_PREVIEW.part({ ...declared, Preview: lazyPart(declared.load) })

export const SetPreviewWord = createContext<(word: string) => void>(() => undefined)

/** Says in the title of the preview what kind of record it shows. */
export function usePreviewWord(word: string): void {
  const set = use(SetPreviewWord)
  useLayoutEffect(() => {
    set(word)
    return () => set('')
  }, [set, word])
}

/** Returns the preview of the record at an address, and its id; null if no feature supplies one. */
export function previewAt(
  previews: readonly RecordPreview[],
  address: string,
): { preview: RecordPreview; id: number } | null {
  const [, start = '', id] = /^(.*\/)(\d+)$/.exec(address) ?? []
  const preview = previews.find(({ page }) => page === `${start}$id`)
  return preview && id ? { preview, id: Number(id) } : null
}
