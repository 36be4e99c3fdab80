import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { type Cents, cents } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { isIban } from '#kernel/settings/checks.ts'
import { useGo, useSearchState } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { OptionLine } from '#web/ui/form/SearchPick.tsx'
import { tellApart } from '#web/ui/form/tell-apart.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { recordPayment } from '../../domain/contract.ts'
import { paymentEntry } from '../../domain/office-contract.ts'
import { PAYMENT_TYPES, whyNotAdvance, whyNotAmount, whyNotExpires, whyNotPaidOn } from '../../domain/payment.ts'
import {
  EMPTY_PAYMENT,
  inputOf,
  lacksOf,
  type PaymentDraft,
  type PaymentParty,
  usualBound,
} from '../../domain/payment-draft.ts'
import styles from '../payments.module.css'
import { BalancePanel } from './BalancePanel.tsx'
import { PayerPick } from './PayerPick.tsx'
import { isFurtherPayment } from './further-payment.ts'
import { PaymentFields } from './PaymentFields.tsx'
import { TypeChoice } from './TypeChoice.tsx'

const zNumber = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)
/**
 * A page that leads here names the customer, the provider or the salesperson, and the order that is paid. With an amount the form is
 * whole, so the focus begins in its amount, where Enter records it.
 */
const address = z.object({
  customer: zNumber,
  provider: zNumber,
  salesperson: zNumber,
  order: zNumber,
  amount: zNumber,
  type: z.enum(PAYMENT_TYPES).optional().catch(undefined),
})
type Given = Pick<z.output<typeof address>, 'amount' | 'type'>

type Chosen = Pick<PaymentParty, 'kind' | 'id'>

/** Records a payment: first the customer or the provider, then the type, then the fields. */
export default function CreatePaymentPage() {
  const { t } = useTranslation('payments')
  const [{ customer, provider, salesperson, order, amount, type }, setAddress] = useSearchState(address)
  const chosen: Chosen | null =
    customer !== undefined
      ? { kind: 'customers', id: customer }
      : provider !== undefined
        ? { kind: 'providers', id: provider }
        : salesperson !== undefined
          ? { kind: 'salespersons', id: salesperson }
          : null
  const choose = (party: Chosen | null) =>
    setAddress({
      customer: party?.kind === 'customers' ? String(party.id) : undefined,
      provider: party?.kind === 'providers' ? String(party.id) : undefined,
      salesperson: undefined,
      order: undefined,
      amount: undefined,
      type: undefined,
    })
  return (
    <>
      <PageHeader title={t('title.create')} subtitle={t('create.keys')} />
      {chosen === null ? (
        <Panel>
          <div className={styles.party}>
            <PayerPick
              creates="customers"
              startsHere
              label={t('create.party')}
              placeholder={t('create.party-placeholder')}
              onPick={choose}
              apart={tellApart}
              row={(row) => (
                <OptionLine>
                  <span>
                    {row.name} <small>{row.label === row.name ? '' : row.label}</small>
                  </span>
                  <small>
                    {t(`kind.${row.kind}`)} <span className="figures">{row.vat || row.phone}</span>
                  </small>
                </OptionLine>
              )}
            />
          </div>
        </Panel>
      ) : (
        <OfParty
          key={`${chosen.kind}-${chosen.id}`}
          chosen={chosen}
          orderId={order ?? null}
          given={{ amount, type }}
          change={() => choose(null)}
        />
      )}
    </>
  )
}

type OfPartyProps = { chosen: Chosen; orderId: number | null; given: Given; change: () => void }

/** Loads the chosen customer or provider, and shows the form. */
function OfParty({ chosen, orderId, given, change }: OfPartyProps) {
  const { t } = useTranslation('payments')
  const answer = useAsk(paymentEntry, { ...chosen, orderId })
  if (answer.data)
    return (
      <EntryForm
        party={{ ...chosen, id: answer.data.id, name: answer.data.name }}
        entry={answer.data}
        orderId={orderId}
        given={given}
        change={change}
      />
    )
  return (
    <Panel>
      {answer.error ? (
        <>
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
          <Button variant="default" onClick={change}>
            {t('create.change-party')}
          </Button>
        </>
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

type Entry = OutputOf<typeof paymentEntry>
type EntryFormProps = { party: PaymentParty; entry: Entry; orderId: number | null; given: Given; change: () => void }

/** Returns what is wrong with the days of a draft, by their field. */
function wrongDays({ type, date, expireDate }: PaymentDraft): Record<string, string> {
  const today = dayOf(new Date().toISOString())
  const wrong = {
    date: date === null ? null : whyNotPaidOn(date, today),
    expireDate: type === 'CHECK' ? whyNotExpires(expireDate, today) : null,
  }
  return Object.fromEntries(
    Object.entries(wrong).flatMap(([field, refusal]) => (refusal === null ? [] : [[field, refusalText(refusal)]])),
  )
}

/** Returns what must be confirmed before the draft is sent: a negative amount, or more than a salesperson is owed. */
function doubtOf(kind: PaymentParty['kind'], owed: Cents, amount: Cents | null): Refusal | null {
  if (amount === null) return null
  return whyNotAmount(amount, false) ?? (kind === 'salespersons' ? whyNotAdvance(amount, owed, false) : null)
}

const isAdvance = (doubt: Refusal | null): boolean => doubt?.details?.['confirm'] === 'confirmAdvance'

/** Holds the values of the form, checks them, asks before a negative amount or an advance, and records the payment. */
function usePaymentForm({ party, entry, orderId, given }: Omit<EntryFormProps, 'change'>) {
  const { t } = useTranslation(['payments', 'frame'])
  const go = useGo()
  const run = useRun(recordPayment, {
    filling: true,
  })
  const bound = usualBound(party.kind)
  const [start] = useState<PaymentDraft>(() => ({
    ...EMPTY_PAYMENT,
    bound,
    orderId,
    date: dayOf(new Date().toISOString()),
    series: entry.series[bound],
    ...(given.type && { type: given.type }),
    ...(given.amount && { amount: cents(given.amount) }),
  }))
  const form = useRecordForm<PaymentDraft>({
    initialValues: start,
    alsoWrong: (values) => ({
      ...Object.fromEntries(lacksOf(values).map((field) => [field, t('frame:invalid.required')])),
      ...(values.type === 'BANK' && values.iban !== '' && !isIban(values.iban)
        ? { iban: t('refusal.wrong-iban') }
        : {}),
      ...(values.amount === 0 ? { amount: t('refusal.zero') } : {}),
      ...wrongDays(values),
    }),
  })
  const { values } = form
  const doubt = doubtOf(party.kind, entry.balance, values.amount)
  const confirmed = { confirmNegative: values.amount !== null && values.amount < 0, confirmAdvance: isAdvance(doubt) }
  const isConfirmed = (): boolean | Promise<boolean> => {
    if (doubt?.details?.['confirm'] === undefined) return true
    return confirm({
      title: refusalText(doubt),
      body: t(confirmed.confirmAdvance ? 'create.advance' : 'create.negative'),
      confirmLabel: t('payment.submit'),
      danger: true,
    })
  }
  const save = async () => {
    const input = inputOf(form.getValues(), party, confirmed)
    const { id } = await run.mutateAsync(input).catch(async (error: unknown) => {
      if (!(await isFurtherPayment(error, t('payment.submit')))) throw error
      return run.mutateAsync({ ...input, confirmEqual: true })
    })
    say.done(t('said.recorded'))
    go(`/payment-overview/${id}`)
  }
  return { form, isConfirmed, save }
}

function EntryForm({ party, entry, orderId, given, change }: EntryFormProps) {
  const { t } = useTranslation('payments')
  const amount = useRef<HTMLInputElement>(null)
  const { form, isConfirmed, save } = usePaymentForm({ party, entry, orderId, given })
  const { values } = form
  const isGiven = given.amount !== undefined
  // nothing is left to be typed, and Enter records the payment
  useEffect(() => {
    if (isGiven) amount.current?.focus()
  }, [isGiven])
  return (
    <div className={`${surfaces.columns} ${styles.beside}`}>
      <Panel
        title={party.name}
        actions={
          <Button variant="default" size="compact-sm" onClick={change}>
            {t('create.change-party')}
          </Button>
        }
      >
        <RecordForm
          form={form}
          onSave={save}
          saveLabel={t('payment.submit')}
          confirmFirst={async () => isConfirmed()}
          closed={values.type === null ? t('create.type-first') : null}
        >
          <Stack gap="md">
            <TypeChoice
              type={values.type}
              choose={(type) => {
                form.setFieldValue('type', type)
                // the press left an amount that is still to be typed, which is no mistake
                if (values.amount === null) form.clearFieldError('amount')
                // the fields of the type are drawn after this press
                setTimeout(() => amount.current?.focus())
              }}
            />
            {values.type === null ? null : (
              <PaymentFields form={form} type={values.type} party={party} entry={entry} amount={amount} />
            )}
            {orderId === null || values.orderId === null ? null : (
              <Group gap="xs">
                <span>{t('create.for-order', { id: values.orderId })}</span>
                <Button variant="subtle" size="compact-sm" onClick={() => form.setFieldValue('orderId', null)}>
                  {t('create.no-order')}
                </Button>
              </Group>
            )}
          </Stack>
        </RecordForm>
      </Panel>
      <BalancePanel party={party} entry={entry} draft={values} />
    </div>
  )
}
