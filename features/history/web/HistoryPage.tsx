import { Anchor, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { CHANGES_PAGE, countChanges, type EntryRow, listChanges } from '../domain/contract.ts'
import { CommandChanges } from './CommandChanges.tsx'
import { KINDS } from '../domain/kinds.ts'
import { useWords } from './value-texts.ts'

type Words = ReturnType<typeof useWords>

const rowKey = (row: EntryRow): number => row.id
const searchState = z.object({ entry: z.coerce.number().int().min(1).optional().catch(undefined) })

/** Returns what an entry changed as one sentence: each short value before and after, then the names of longer ones. */
function sentence(words: Words, { entity, changes, otherFields, note }: EntryRow): string {
  const short = Object.entries(changes).map(([field, [before, after]]) => {
    const change = { entity, field }
    return `${words.field(change)}: ${words.value(change, before)} → ${words.value(change, after)}`
  })
  const others = otherFields.map((field) => words.field({ entity, field }))
  return [...short, ...others, ...(note === null ? [] : [note])].join(' · ')
}

function columnsOf(t: TFunction<'history'>, words: Words): Column<EntryRow>[] {
  return [
    { key: 'at', header: t('column.at'), kind: 'moment', sortable: true, filter: 'days', width: 150, card: 'end' },
    { key: 'userName', header: t('column.userName'), filter: 'text', width: 170 },
    {
      key: 'command',
      header: t('column.command'),
      value: (row) => words.command(row.command),
      width: 220,
      card: 'title',
    },
    {
      key: 'entity',
      header: t('column.entity'),
      value: (row) => words.record(row.entity, row.entityId),
      cell: (row) => <RecordOf row={row} words={words} />,
      filter: { many: true, options: KINDS.map((value) => ({ value, label: t(`kind.${value}`) })) },
      width: 180,
    },
    { key: 'what', header: t('column.what'), value: (row) => sentence(words, row) },
  ]
}

function RecordOf({ row: { entity, entityId, to }, words }: { row: EntryRow; words: Words }) {
  const text = words.record(entity, entityId)
  return to === null ? (
    <Text span size="sm">
      {text}
    </Text>
  ) : (
    <Anchor component={PageLink} to={to} size="sm" onClick={(event) => event.stopPropagation()}>
      {text}
    </Anchor>
  )
}

/** Lists what was changed in all records, newest first. A row opens everything that its command changed. */
export default function HistoryPage() {
  const { t } = useTranslation('history')
  const [{ entry }, setSearch] = useSearchState(searchState)
  const words = useWords()
  const columns = useMemo(() => columnsOf(t, words), [t, words])
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
        onOpen={(row) => setSearch({ entry: String(row.id) })}
        pageSize={CHANGES_PAGE}
        searches={t('searches')}
        empty={{ title: t('history.empty', { ns: 'frame' }) }}
      />
      <Drawer
        opened={entry !== undefined}
        onClose={() => setSearch({ entry: undefined })}
        title={t('of-command')}
        size="lg"
      >
        {entry === undefined ? null : <CommandChanges key={entry} id={entry} />}
      </Drawer>
    </>
  )
}
