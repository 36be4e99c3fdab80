import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { CHANGES_PAGE, countChanges, ENTRY_KINDS, type EntryRow, listChanges } from '../domain/contract.ts'
import { CommandChanges } from './CommandChanges.tsx'
import { KINDS } from '../domain/kinds.ts'
import { EventDetails } from './EventDetails.tsx'
import { type EntryTexts, useEntryTexts } from './entry-texts.ts'

/** Changes and events have numbers of their own. Those of events count as negative, so that no two rows have one key. */
const rowKey = ({ kind, id }: EntryRow): number => (kind === 'CHANGE' ? id : -id)
const zOpened = z.coerce.number().int().min(1).optional().catch(undefined)
const searchState = z.object({ entry: zOpened, event: zOpened })

function columnsOf(t: TFunction<'history'>, texts: EntryTexts): Column<EntryRow>[] {
  return [
    { key: 'at', header: t('column.at'), kind: 'moment', sortable: true, filter: 'days', width: 140, card: 'end' },
    { key: 'userName', header: t('column.userName'), filter: 'text', width: 150 },
    {
      key: 'command',
      header: t('column.command'),
      value: (row) => texts.action(row),
      filter: { many: true, options: ENTRY_KINDS.map((value) => ({ value, label: t(`kind-of-entry.${value}`) })) },
      filterName: 'kind',
      width: 190,
      card: 'title',
    },
    {
      key: 'entity',
      header: t('column.entity'),
      value: (row) => texts.record(row),
      cell: (row) => <RecordOf row={row} texts={texts} />,
      filter: { many: true, options: KINDS.map((value) => ({ value, label: t(`kind.${value}`) })) },
      width: 180,
    },
    { key: 'what', header: t('column.what'), value: (row) => texts.sentence(row) },
  ]
}

function RecordOf({ row, texts }: { row: EntryRow; texts: EntryTexts }) {
  const text = texts.record(row)
  if (row.to === null) return text
  return (
    <Anchor component={PageLink} to={row.to} inherit onClick={(event) => event.stopPropagation()}>
      {text}
    </Anchor>
  )
}

/**
 * Lists what was changed in all records, who signed in and what was refused, newest first. A row opens everything that its command
 * changed, or what is known of the event.
 */
export default function HistoryPage() {
  const { t } = useTranslation('history')
  const [{ entry, event }, setSearch] = useSearchState(searchState)
  const texts = useEntryTexts()
  const columns = useMemo(() => columnsOf(t, texts), [t, texts])
  const open = ({ kind, id }: EntryRow): void =>
    setSearch(kind === 'CHANGE' ? { entry: String(id), event: undefined } : { event: String(id), entry: undefined })
  return (
    <>
      <PageHeader title={t('title.history')} />
      <DataTable
        name="history"
        label={t('title.history')}
        list={listChanges}
        count={countChanges}
        columns={columns}
        rowKey={rowKey}
        onOpen={open}
        pageSize={CHANGES_PAGE}
        searches={t('searches')}
        empty={{ title: t('history.empty', { ns: 'frame' }) }}
      />
      <Drawer
        opened={entry !== undefined || event !== undefined}
        onClose={() => setSearch({ entry: undefined, event: undefined })}
        title={event === undefined ? t('of-command') : t('event.title')}
        size="lg"
      >
        {entry === undefined ? null : <CommandChanges key={entry} id={entry} />}
        {event === undefined ? null : <EventDetails key={event} id={event} />}
      </Drawer>
    </>
  )
}
