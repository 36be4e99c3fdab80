import { Alert, Anchor, Group, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import { ScanButtons } from '#web/ui/scan/ScanButtons.tsx'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countNotes, countShown, fetchNotes, fetchState, listNotes, NOTES_PAGE, SHOWN } from '../domain/contract.ts'
import { useCauseText } from './cause-text.ts'
import { daysText } from './days-text.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { type NoteRow, NoteState, stateOf } from './NoteState.tsx'
import { useNoteScan } from './use-note-scan.ts'

const address = z.object({
  show: z.enum(SHOWN).catch('open'),
  /** The note that is open. */
  note: z.coerce.number().int().positive().nullable().catch(null),
})
type Shown = (typeof SHOWN)[number]
const FIXED = { open: { show: 'open' }, closed: { show: 'closed' }, every: { show: 'every' } } as const
const rowKey = (row: NoteRow): number => row.id

/** The deadline is never cut: the columns before it make room. */
const columnsOf = (t: TFunction<'receiving'>): Column<NoteRow>[] => [
  {
    key: 'senderName',
    header: t('column.sender'),
    width: 240,
    card: 'title',
    value: (row) => row.senderName || row.senderVat,
  },
  { key: 'number', header: t('column.number') },
  { key: 'day', header: t('column.day'), kind: 'day', sortable: true, from: 760 },
  {
    key: 'goods',
    header: t('column.goods'),
    width: 240,
    from: 980,
    value: (row) => (row.lineCount > 1 ? t('and-more', { name: row.goods, more: row.lineCount - 1 }) : row.goods),
  },
  {
    key: 'state',
    header: t('column.state'),
    value: (row) => t(stateOf(row).key),
    cell: (row) => <NoteState row={row} />,
    card: 'end',
  },
  { key: 'daysLeft', header: t('column.days'), sortable: true, value: (row) => daysText(t, row.daysLeft) },
  { key: 'senderVat', header: t('column.vat'), hidden: true },
  { key: 'mark', header: t('word.mark'), hidden: true },
]

/** Lists the delivery notes that others issued to us, those that wait for an answer first. A row or a scan opens a note. */
export default function ReceivingPage() {
  const { t } = useTranslation('receiving')
  const [{ show, note: opened }, change] = useSearchState(address)
  const setOpened = (id: number | null) => change({ note: id === null ? undefined : String(id) })
  const [camera, setCamera] = useState(false)
  const scanned = useNoteScan({
    enabled: opened === null,
    open: (id) => {
      setCamera(false)
      setOpened(id)
    },
  })
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <PageHeader
        title={t('title.receiving')}
        subtitle={t('hint')}
        primary={<FetchButton />}
        secondary={
          <Group gap="xs">
            <ScanButtons openCamera={() => setCamera(true)} />
          </Group>
        }
      />
      <LastFetch />
      <ScanNotice word={opened === null && !camera ? scanned.word : null} clear={scanned.clear} />
      <States show={show} choose={(next) => change({ show: next === 'open' ? undefined : next, page: undefined })} />
      <DataTable
        name="received-notes"
        label={t('title.receiving')}
        list={listNotes}
        count={countNotes}
        columns={columns}
        rowKey={rowKey}
        pageSize={NOTES_PAGE}
        searches={t('searches')}
        fixed={FIXED[show]}
        tone={(row) => (row.daysLeft !== null && row.daysLeft < 0 ? 'warning' : undefined)}
        onOpen={({ id }) => setOpened(id)}
        empty={{ title: t(`empty.${show}`), hint: t('empty.hint') }}
      />
      {opened === null ? null : <NoteDialog key={opened} id={opened} close={() => setOpened(null)} />}
      {camera ? (
        <CameraDialog hint={t('scan.hint')} onCode={scanned.receive} onClose={() => setCamera(false)}>
          <ScanNotice word={scanned.word} clear={scanned.clear} />
        </CameraDialog>
      ) : null}
    </>
  )
}

/** Asks the tax office for notes now. Without an account the button says what is missing. */
function FetchButton() {
  const { t } = useTranslation('receiving')
  const { data } = useAsk(fetchState, {})
  const { mutate, isPending } = useRun(fetchNotes, {
    onSuccess: ({ added }) => say.done(added === 0 ? t('fetch.none') : t('fetch.added', { added })),
    onError: (error) => say.failed(error),
  })
  return (
    <ActionButton
      mih={48}
      pending={isPending}
      closed={data?.known === false ? t('refusal.no-account') : null}
      onClick={() => mutate({})}
    >
      {t('fetch.button')}
    </ActionButton>
  )
}

/** Says what the last question to the tax office gave, or what is needed before it can be asked. */
function LastFetch() {
  const { t } = useTranslation('receiving')
  const causeText = useCauseText()
  const maySet = useMay(settingsRights.write)
  const { data } = useAsk(fetchState, {})
  if (!data) return null
  if (!data.known)
    return (
      <Alert color="yellow" mb="md" title={t('account.title')}>
        <Text size="sm" c="var(--mantine-color-text)">
          {t('account.needs')}{' '}
          {maySet ? (
            <Anchor component={PageLink} to="/settings/tax" size="sm" underline="always">
              {t('account.enter')}
            </Anchor>
          ) : (
            t('account.ask')
          )}
        </Text>
      </Alert>
    )
  if (data.last === null)
    return (
      <Text size="sm" c="dimmed" mb="sm">
        {t('fetch.never')}
      </Text>
    )
  const { at, by, failure } = data.last
  return failure === null ? (
    <Text size="sm" c="dimmed" mb="sm">
      {t('fetch.last', { by })} <MomentText value={at} />
    </Text>
  ) : (
    <Alert color="orange" mb="md">
      {t('fetch.failed', { cause: causeText(failure) })} <MomentText value={at} />
    </Alert>
  )
}

/** Which notes are shown, each choice with its number of notes. */
function States({ show, choose }: { show: Shown; choose: (show: Shown) => void }) {
  const { t } = useTranslation('receiving')
  const { data: counts } = useAsk(countShown, {})
  return (
    <StatusStrip
      label={t('show.label')}
      chosen={show}
      choose={choose}
      statuses={SHOWN.map((key) => ({ key, label: t(`show.${key}`), count: counts?.[key] }))}
    />
  )
}
