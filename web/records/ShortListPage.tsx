/** The page of a short record, which has a `name` and may be `hidden`: all records, which are created, renamed and hidden here. */
import { Button, Group, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import type { TFunction } from 'i18next'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShortRecord } from '#kernel/records/record.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Plus } from '#web/ui/icon/icons.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import shortTable from '#web/ui/table/short-table.module.css'
import styles from './short-list.module.css'

type Row = { readonly id: number; readonly name: string; readonly hidden: boolean; readonly version: number }
type OfRecord = { record: ShortRecord }
/** Returns a text of the record: `banks.rename` of the feature payments. */
type Words = (key: string, places?: Readonly<Record<string, string>>) => string

const wordsOf =
  (t: TFunction, { name }: ShortRecord): Words =>
  (key, places = {}) =>
    t(`${name}.${key}`, places)

/** Lists the records, and creates, renames and hides them. */
export function ShortListPage({ record }: OfRecord) {
  const { all, feature, name } = record
  const { t } = useTranslation(feature)
  const words = wordsOf(t, record)
  const answer = useAsk(all, {})
  const rows = (answer.data as Readonly<Record<string, readonly Row[]>> | undefined)?.[name]
  // null while no dialog is open, and 'new' for a new record
  const [named, setNamed] = useState<Row | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title={t(`title.${name}`)}
        subtitle={words('hint')}
        primary={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setNamed('new')}>
            {words('new')}
          </Button>
        }
      />
      <Panel flush>
        {rows === undefined ? (
          answer.error ? (
            <ErrorState error={answer.error} retry={() => void answer.refetch()} />
          ) : (
            <Loading rows={6} height={36} />
          )
        ) : rows.length === 0 ? (
          <EmptyState title={words('empty')} />
        ) : (
          <Rows record={record} rows={rows} rename={setNamed} />
        )}
      </Panel>
      {named === null ? null : (
        <NameDialog record={record} row={named === 'new' ? null : named} close={() => setNamed(null)} />
      )}
    </>
  )
}

function Rows({ record, rows, rename }: OfRecord & { rows: readonly Row[]; rename: (row: Row) => void }) {
  const { t } = useTranslation(record.feature)
  const words = wordsOf(t, record)
  return (
    <table className={`${shortTable.list} ${shortTable.named} ${styles.records}`}>
      <thead>
        <tr>
          <th scope="col">{words('name')}</th>
          <th scope="col">
            <VisuallyHidden>{words('actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {row.name}
              {row.hidden ? <small>{words('hidden')}</small> : null}
            </th>
            <td className={shortTable.end}>
              <Group gap="xs" justify="flex-end">
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={words('rename-of', { name: row.name })}
                  onClick={() => rename(row)}
                >
                  {words('rename')}
                </Button>
                <HideButton record={record} row={row} />
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Hides a record, or shows a hidden one again. */
function HideButton({ record, row: { id, version, name, hidden } }: OfRecord & { row: Row }) {
  const { t } = useTranslation(record.feature)
  const words = wordsOf(t, record)
  const run = useRun(record.save)
  return (
    <ActionButton
      size="compact-md"
      variant="default"
      pending={run.isPending}
      aria-label={words(hidden ? 'show-of' : 'hide-of', { name })}
      onClick={() =>
        run.mutate(
          { [record.one]: { id, version }, name, hidden: !hidden },
          {
            onSuccess: () => say.done(words(hidden ? 'said-shown' : 'said-hidden', { name })),
            onError: (error) => say.failed(error),
          },
        )
      }
    >
      {words(hidden ? 'show' : 'hide')}
    </ActionButton>
  )
}

/** Asks for the name of a new record, or for another name of one. */
function NameDialog({ record, row, close }: OfRecord & { row: Row | null; close: () => void }) {
  const { t } = useTranslation('frame')
  const { t: ofFeature } = useTranslation(record.feature)
  const words = wordsOf(ofFeature, record)
  const [name, setName] = useState(row?.name ?? '')
  const run = useRun(record.save)
  const isEmpty = name.trim() === ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isEmpty || run.isPending) return
    run.mutate(
      { [record.one]: row && { id: row.id, version: row.version }, name, hidden: row?.hidden ?? false },
      {
        onSuccess: () => {
          say.done(words(row === null ? 'added' : 'renamed', { name: name.trim() }))
          close()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={close} title={row === null ? words('new') : words('rename-of', { name: row.name })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={words('name')}
            data-autofocus
            autoComplete="off"
            maxLength={record.fields.name?.most}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RefusalText error={run.error} />
          <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <ActionButton type="submit" pending={run.isPending} closed={isEmpty ? words('no-name') : null}>
              {words(row === null ? 'add' : 'save')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
