/** Registers the pages of a declared record. Their code is loaded with the first of them. */
import type { ComponentType } from 'react'
import type { RecordWithPages } from '#kernel/records/record.ts'
import type { Right } from '#kernel/rights.ts'
import type { PageRoute } from '#web/routes.ts'
import type * as RecordPages from './RecordPages.tsx'

type Pages = typeof RecordPages
type Of = ComponentType<{ record: RecordWithPages }>

/** Returns the list, the page of a new record and the page of one record. */
export function recordRoutes(record: RecordWithPages): PageRoute[] {
  const { pages, rights } = record
  const page = (path: string, right: Right, titleKey: string, choose: (all: Pages) => Of): PageRoute => ({
    path,
    layout: 'main',
    right,
    titleKey,
    load: async () => {
      const Page = choose(await import('./RecordPages.tsx'))
      return { default: () => <Page record={record} /> }
    },
  })
  return [
    page(pages.list, rights.read, 'title.list', (all) => all.RecordListPage),
    page(pages.create, rights.write, 'title.create', (all) => all.CreateRecordPage),
    page(pages.record, rights.read, 'title.detail', (all) => all.RecordPage),
  ]
}
