import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Refused } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { showMoney } from '#web/format.ts'
import { useGo, usePageLeaving, usePendingUntilLeft } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { useSaveKeys, useScrollIntoView } from '#web/ui/form/long-form.ts'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import colour from '#web/ui/page-colour.module.css'
import { say } from '#web/ui/say.tsx'
import { QuotedAlert } from '#web/ui/states.tsx'
import stack from '#features/orders/web/order-frame.module.css'
import { useDocumentCodes } from '../code-names.ts'
import { createInvoice, providerHabits } from '../../domain/contract.ts'
import {
  awayOf,
  differenceToPaper,
  type DraftProvider,
  EMPTY_INVOICE,
  flagsOfDraft,
  inputOf,
  type InvoiceDraft,
  lacksOf,
} from '../../domain/invoice-draft.ts'
import { EntryFoot } from './EntryFoot.tsx'
import { EntryLines } from './EntryLines.tsx'
import { FileStrip } from '../from-file/FileStrip.tsx'
import { UploadInvoice } from '../from-file/UploadInvoice.tsx'
import { HeadFields } from './HeadFields.tsx'
import { INVOICE_DRAFT, useInvoiceDraft } from './stored-draft.ts'
import styles from './entry.module.css'

/** Shows the form of a new inbound invoice. The draft is stored on this device until it is saved. */
export default function CreateInvoicePage() {
  const { t } = useTranslation('purchases')
  const go = useGo()
  const { isLeaving } = usePageLeaving()
  const person = usePerson()
  const { draft, setDraft, restored, replace } = useInvoiceDraft(person?.id ?? 0)
  const { codes } = useDocumentCodes()
  const [failed, setFailed] = useState<unknown>(null)
  // a new number renders a new form
  const [round, setRound] = useState(1)
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const run = useRun(createInvoice, { filling: round })
  const saving = usePendingUntilLeft(run)
  const flags = flagsOfDraft(draft, codes)

  const save = async () => {
    if (run.isPending || isLeaving() || stopAtUnreadable(document)) return
    const lacks = lacksOf(draft)
    if (lacks.length > 0)
      return say.note(t('form.missing', { what: lacks.map((lack) => t(`form.lack.${lack}`)).join(', ') }))
    setFailed(null)
    if (!(await isMeant(draft, flags.zeroVat, t))) return
    run.mutateAsync(inputOf(draft)).then(({ id, climbed }) => {
      const said = t('said.created', { number: draft.number })
      say.done(climbed === 0 ? said : `${said} ${t('said.climbed', { count: climbed })}`)
      replace(EMPTY_INVOICE)
      setRound((last) => last + 1)
      go(`/invoice-detail/${id}`)
    }, setFailed)
  }
  useSaveKeys(() => void save())
  const enterFile = (next: InvoiceDraft) => {
    replace(next)
    setFailed(null)
    setRound((last) => last + 1)
  }
  const anew = () => {
    const before = replace(EMPTY_INVOICE)
    setFailed(null)
    setRound((last) => last + 1)
    if (!INVOICE_DRAFT.isEmpty(before))
      say.done(t('said.emptied'), () => {
        replace(before)
        setRound((last) => last + 1)
      })
  }
  const message = useScrollIntoView(failed !== null)
  return (
    <div className={colour.paper} data-paper={flags.grey ? 'grey' : 'green'}>
      <PageHeader title={t('title.create')} subtitle={phone ? undefined : t('form.keys')} />
      {restored || draft.correctsId !== null ? (
        <DraftNote correcting={draft.correctsId !== null} closed={saving} anew={anew} />
      ) : null}
      <FileStrip draft={draft} zeroVat={flags.zeroVat} />
      {INVOICE_DRAFT.isEmpty(draft) ? <UploadInvoice entered={enterFile} /> : null}
      <div className={`${stack.stack} ${styles.fields}`} data-kept inert={saving} aria-busy={saving} key={round}>
        <Fields draft={draft} setDraft={setDraft} zeroVat={flags.zeroVat} />
      </div>
      {failed === null ? null : (
        <div ref={message} className={styles.problem}>
          <Failure error={failed} retry={() => void save()} />
        </div>
      )}
      <EntryFoot draft={draft} setDraft={setDraft} flags={flags} pending={saving} save={() => void save()} />
    </div>
  )
}

/** Asks before an invoice is saved whose lines differ from the printed total that was typed. */
async function isMeant(draft: InvoiceDraft, zeroVat: boolean, t: TFunction<'purchases'>): Promise<boolean> {
  const difference = draft.printed === null ? null : differenceToPaper(draft, zeroVat)
  if (difference === null) return true
  const [written, entered] = [showMoney(difference.written), showMoney(difference.entered)]
  return confirm({
    title: t('form.differs-title', { amount: showMoney(awayOf(difference)) }),
    body: t('form.differs-body', { written, entered }),
    confirmLabel: t('form.create'),
    danger: true,
  })
}

type FieldsProps = {
  draft: InvoiceDraft
  setDraft: ReturnType<typeof useInvoiceDraft>['setDraft']
  zeroVat: boolean
}

/** The fields of the form in the order of the keyboard. */
function Fields({ draft, setDraft, zeroVat }: FieldsProps) {
  const { t } = useTranslation('purchases')
  const number = useRef<HTMLInputElement>(null)
  const entry = useRef<HTMLInputElement>(null)
  const change = (changed: Partial<InvoiceDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const choose = (provider: DraftProvider) => {
    change({ provider })
    number.current?.focus()
    takeHabits(provider, setDraft)
  }
  return (
    <>
      <HeadFields draft={draft} change={change} choose={choose} number={number} next={() => entry.current?.focus()} />
      <EntryLines
        lines={draft.lines}
        zeroVat={zeroVat}
        providerId={draft.provider?.id ?? null}
        setDraft={setDraft}
        entry={entry}
      />
      <Panel>
        <Textarea
          label={t('page.note')}
          autosize
          maxLength={2000}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </Panel>
    </>
  )
}

/** Takes the code of the last invoice of the provider, unless one is chosen. The cursor stays where the person types. */
function takeHabits({ id }: DraftProvider, setDraft: FieldsProps['setDraft']): void {
  askQuery(providerHabits, { providerId: id }).then(
    ({ refcode }) =>
      setDraft((before) => (before.refcode === '' && before.provider?.id === id ? { ...before, refcode } : before)),
    // the code is then chosen by hand
    () => undefined,
  )
}

/** Says that the draft is an earlier one, or that it corrects an invoice, and offers an empty form. */
function DraftNote({ correcting, closed, anew }: { correcting: boolean; closed: boolean; anew: () => void }) {
  const { t } = useTranslation('purchases')
  return (
    <Alert variant="light" mb="md" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {t(correcting ? 'form.correcting' : 'form.restored')}
        </Text>
        <Button size="compact-sm" variant="default" disabled={closed} onClick={anew}>
          {t('form.start-anew')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Says why the invoice was not saved. A number that exists already has the text of the specification. */
function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('purchases')
  const exists = error instanceof Refused && error.refusal.code === 'purchases.number-taken'
  return <QuotedAlert title={t(exists ? 'form.exists' : 'form.failed')} error={error} retry={retry} />
}
