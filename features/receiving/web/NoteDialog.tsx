import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { FILE_USES, type FileUse } from '#features/supplier-invoices/domain/from-file/invoice-of-file.ts'
import { useOpenFile } from '#features/supplier-invoices/web/from-file/use-open-file.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'
import surfaces from '#web/ui/surfaces.module.css'
import shortTable from '#web/ui/table/short-table.module.css'
import { DayText, MomentText, QuantityText } from '#web/ui/texts.tsx'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import {
  confirmNote,
  invoiceOfNote,
  receivedNote,
  rejectNote,
  type ShownNote,
  withdrawAnswer,
} from '../domain/contract.ts'
import { answerAdviceOf, whyNoInvoice } from '../domain/received-note.ts'
import { LONGEST_REJECTION } from '#kernel/tax/delivery-note.ts'
import { receivingRights } from '../domain/rights.ts'
import { useCauseText } from './cause-text.ts'
import { daysText } from './days-text.ts'
import { NoteState } from './NoteState.tsx'

const leaveAlone = () => undefined

/** Shows a note of another company, with the buttons that answer it and that enter its invoice. */
export function NoteDialog({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation('receiving')
  const { data, error, refetch } = useAsk(receivedNote, { id })
  // the Enter key of a scanner must press no button of this note
  useHandScanner(leaveAlone)
  return (
    <Dialog
      opened
      onClose={close}
      title={data ? t('note.title', { number: data.number }) : t('word.delivery-note')}
      size="lg"
    >
      {data ? (
        <Note note={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Loading rows={6} />
      )}
    </Dialog>
  )
}

function Note({ note }: { note: ShownNote }) {
  const { t } = useTranslation('receiving')
  const mayAnswer = useMay(receivingRights.answer)
  return (
    <Stack gap="md">
      <Facts
        items={[
          { label: t('column.sender'), value: <Sender note={note} /> },
          { label: t('column.vat'), value: note.senderVat, figures: true },
          { label: t('column.state'), value: <NoteState row={note} /> },
          { label: t('column.days'), value: daysText(t, note.daysLeft) },
          { label: t('column.day'), value: <DayText value={note.day} />, figures: true },
          ...(note.leavesOn === null
            ? []
            : [{ label: t('note.leaves'), value: <DayText value={note.leavesOn} />, figures: true }]),
          { label: t('word.vehicle'), value: note.vehicle, figures: true },
          { label: t('word.mark'), value: note.mark, figures: true },
        ]}
      />
      <Goods note={note} />
      <Answered note={note} />
      {mayAnswer ? <Buttons note={note} /> : null}
      <PurchaseButtons note={note} />
    </Stack>
  )
}

/** The sender: a link to our record of it, if the person may open it. */
function Sender({ note: { sender, senderName, senderVat } }: { note: ShownNote }) {
  const { t } = useTranslation('receiving')
  const mayOpen = { providers: useMayOpen('/provider-detail/$id'), customers: useMayOpen('/customer-detail/$id') }
  const name = senderName || senderVat
  if (sender === null)
    return (
      <>
        {name} <small>{t('note.no-record')}</small>
      </>
    )
  if (!mayOpen[sender.kind]) return name
  const page = sender.kind === 'providers' ? 'provider-detail' : 'customer-detail'
  return (
    <Anchor component={PageLink} to={`/${page}/${sender.id}`}>
      {name}
    </Anchor>
  )
}

function Goods({ note: { lines } }: { note: ShownNote }) {
  const { t } = useTranslation('receiving')
  return (
    <div role="group" tabIndex={0} aria-label={t('column.goods')} className={shortTable.scroll}>
      <table className={`${shortTable.list} ${shortTable.named}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.goods')}</th>
            <th scope="col" className={shortTable.end}>
              {t('word.quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ code, name, quantity, unit }, place) => (
            <tr key={place}>
              <th scope="row">
                {name || code}
                <small>{name === '' ? '' : code}</small>
              </th>
              <td className={shortTable.end} data-label={t('word.quantity')}>
                <QuantityText value={quantity} unit={unit ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What was answered, by whom, and what to do if the tax office refused it. */
function Answered({ note: { id, answer, answerKind, answerStatus, closed } }: { note: ShownNote }) {
  const { t } = useTranslation('receiving')
  const causeText = useCauseText()
  const mayAnswer = useMay(receivingRights.answer)
  const withdraw = useRun(withdrawAnswer)
  if (answer === null || answerKind === null || answerStatus === null) return null
  const { by, at, reason, mark, errorCode } = answer
  const failed = answerStatus === 'FAILED'
  const waits = answerStatus !== 'DONE' && !failed
  return (
    <Alert color={failed ? 'red' : waits ? 'blue' : 'green'} variant="light" role={failed ? 'alert' : 'status'}>
      <Stack gap={4}>
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {t(`answer.${answerKind}.${answerStatus}`, { by })} <MomentText value={at} />
        </Text>
        {reason === '' ? null : <Text size="sm">{t('answer.reason', { reason })}</Text>}
        {mark === null ? null : <Text size="sm">{t('answer.mark', { mark })}</Text>}
        {waits && errorCode !== null ? (
          <Text size="sm">{t('answer.waits', { cause: causeText(errorCode) })}</Text>
        ) : null}
        {failed ? (
          <Text size="sm">
            {t(`advice.${answerAdviceOf(errorCode ?? '')}`)}{' '}
            {/^\d+$/.test(errorCode ?? '') ? t('answer.code', { code: errorCode ?? '' }) : null}
          </Text>
        ) : null}
        <RefusalText error={withdraw.error} />
        {mayAnswer && waits ? (
          <>
            <ActionButton
              mih={48}
              variant="default"
              closed={closed.withdraw}
              pending={withdraw.isPending}
              onClick={() => withdraw.mutate({ id })}
              style={{ alignSelf: 'start' }}
            >
              {t('withdraw')}
            </ActionButton>
            <WhyClosed reasons={[closed.withdraw]} />
          </>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** Confirms or rejects the note. A closed button says why. */
function Buttons({ note: { id, number, senderName, closed } }: { note: ShownNote }) {
  const { t } = useTranslation('receiving')
  const [rejecting, setRejecting] = useState(false)
  const options = {}
  const yes = useRun(confirmNote, options)
  const no = useRun(rejectNote, {
    ...options,
    onSuccess: () => setRejecting(false),
  })
  const names = { number, sender: senderName }
  const ask = async () => {
    const sure = await confirm({
      title: t('confirm.title', names),
      body: t('confirm.body'),
      confirmLabel: t('confirm.button'),
      cancelLabel: t('back'),
      // a scan or a held Enter key must not confirm what the tax office never takes back
      danger: true,
    })
    if (sure) yes.mutate({ id })
  }
  return (
    <>
      <RefusalText error={yes.error} />
      <Stack gap="xs" className={surfaces.dialogActions}>
        <WhyClosed reasons={[closed.confirm, closed.reject]} />
        <Group gap="xs">
          <ActionButton mih={48} closed={closed.confirm} pending={yes.isPending} onClick={() => void ask()}>
            {t('confirm.button')}
          </ActionButton>
          <ActionButton
            mih={48}
            variant="default"
            closed={closed.reject}
            pending={no.isPending}
            onClick={() => setRejecting(true)}
          >
            {t('reject.button')}
          </ActionButton>
        </Group>
      </Stack>
      {rejecting ? (
        <WrittenReason
          title={t('reject.title', names)}
          texts={{
            reason: t('word.justification'),
            keep: t('back'),
            confirm: t('reject.button'),
            needed: t('reject.needed'),
          }}
          longest={LONGEST_REJECTION}
          pending={no.isPending}
          error={no.error}
          confirm={(reason) => no.mutate({ id, reason })}
          close={() => setRejecting(false)}
        >
          <Text size="sm">{t('reject.body')}</Text>
        </WrittenReason>
      ) : null}
    </>
  )
}

/** Opens the supplier's invoice, or the quick receipt, with the goods of the note. What comes back from a customer has neither. */
function PurchaseButtons({ note: { id, sender, state } }: { note: ShownNote }) {
  const { t } = useTranslation('receiving')
  const mayWrite = useMay(purchasesRights.write)
  const openFile = useOpenFile()
  const { mutateAsync, isPending, error } = useRun(invoiceOfNote)
  const closed = whyNoInvoice(state)
  if (!mayWrite || sender?.kind === 'customers') return null
  const enter = async (use: FileUse) => {
    // the alert shows a refusal
    const answer = await mutateAsync({ id }).catch(() => null)
    if (answer) await openFile(answer.fileId, use).catch((problem: unknown) => say.failed(problem))
  }
  return (
    <>
      <RefusalText error={error} />
      <Group gap="xs">
        {FILE_USES.map((use) => (
          <ActionButton
            key={use}
            mih={48}
            variant="default"
            closed={closed}
            pending={isPending}
            onClick={() => void enter(use)}
          >
            {t(`enter.${use}`)}
          </ActionButton>
        ))}
      </Group>
      <WhyClosed reasons={[closed]} />
    </>
  )
}
