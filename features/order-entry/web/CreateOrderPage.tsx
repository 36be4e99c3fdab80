import { Alert, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { useGo, usePageLeaving, usePendingUntilLeft } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { say } from '#web/ui/say.tsx'
import { Loading, QuotedAlert } from '#web/ui/states.tsx'
import { createOrder } from '#features/orders/domain/contract.ts'
import { useCopyOfUrl } from './CopyOfUrl.tsx'
import { useCustomerOfUrl } from './CustomerOfUrl.tsx'
import { useLostOfUrl } from './LostOfUrl.tsx'
import type { RepeatedOrder } from '../domain/draft-repeat.ts'
import { withoutProposal } from '../domain/draft-delivery.ts'
import { linesToRenew } from '../domain/draft-refresh.ts'
import { EMPTY_DRAFT, gapOf, type OrderDraft, toInput } from '../domain/order-draft.ts'
import { useNoDayQuestion } from './NoDayQuestion.tsx'
import { useToldDay } from './ready/use-told-day.ts'
import { OrderForm } from './OrderForm.tsx'
import { SaveButtons, type SaveChoice } from './SaveButtons.tsx'
import { isEmpty, useStoredDraft } from './stored-draft.ts'

/** Shows the form of a new order or offer. The draft is stored on this device until it is saved. */
export default function CreateOrderPage() {
  const { t } = useTranslation('order-entry')
  const go = useGo()
  const { isLeaving } = usePageLeaving()
  const { draft, setDraft, restored, replace } = useStoredDraft(usePerson()?.id ?? 0)
  const [failed, setFailed] = useState<{ error: unknown; choice: SaveChoice } | null>(null)
  const { begin, form } = useFreshForm(replace, () => setFailed(null))
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const run = useRun(createOrder, { filling: form.round })
  const saving = usePendingUntilLeft(run)
  const gap = gapOf(draft, dayOf(new Date().toISOString()))
  const closed = gap === null ? null : t(`gap.${gap}`)

  const { exchange, asked, copy, lost } = useExchanges(draft, setDraft, begin, form.startWithProducts)

  const { told, tell } = useToldDay()
  const { question, withDay } = useNoDayQuestion(setDraft, told)
  const save = (choice: SaveChoice) => {
    if (run.isPending || isLeaving() || stopAtUnreadable(document)) return
    if (closed !== null) return say.note(closed)
    if (choice.offer) return store(choice, withoutProposal(draft))
    withDay({ ...draft, validUntil: null }, (order) => store(choice, order))
  }
  const store = (choice: SaveChoice, content: OrderDraft) => {
    setFailed(null)
    run.mutateAsync({ offer: choice.offer, ...toInput(content), readyOn: told.current }).then(
      ({ id }) => {
        sayCreated(t, choice.offer, id)
        begin(EMPTY_DRAFT)
        if (!choice.again) go(`/order-detail/${id}`)
      },
      (error: unknown) => setFailed({ error, choice }),
    )
  }

  return (
    <>
      <PageHeader title={t('title.create')} subtitle={phone ? undefined : t('form.keys')} />
      {asked.box}
      {restored && asked.box === null ? (
        <RestoredNote
          changed={linesToRenew(draft).length}
          closed={saving}
          startAnew={() => exchange(EMPTY_DRAFT, t('said.emptied'))}
        />
      ) : null}
      {copy.box}
      {lost.box}
      {question}
      {asked.waiting || copy.waiting || lost.waiting ? (
        <Loading rows={10} height={36} />
      ) : (
        <OrderForm
          key={form.round}
          draft={draft}
          setDraft={setDraft}
          startsWithProducts={form.startsWithProducts}
          copied={form.copied}
          saving={saving}
          save={() => save({ offer: false, again: false })}
          problem={failed ? <ErrorBox error={failed.error} retry={() => save(failed.choice)} /> : null}
          mayBeOffer
          tell={tell}
          saveAgain={() => save({ offer: false, again: true })}
          buttons={<SaveButtons closed={closed} pending={saving} save={save} />}
        />
      )}
    </>
  )
}

function sayCreated(t: TFunction<'order-entry'>, offer: boolean, id: number): void {
  say.formEnded()
  say.done(t(offer ? 'said.offer-created' : 'said.order-created', { id }))
}

/** Returns how a form begins with another draft, with the cursor in its first empty field. */
function useFreshForm(replace: (next: OrderDraft) => OrderDraft, begun: () => void) {
  // A new number renders a new form.
  const [round, setRound] = useState(1)
  const [startsWithProducts, setStartsWithProducts] = useState(false)
  const [copied, setCopied] = useState<RepeatedOrder | null>(null)
  const begin = (next: OrderDraft, source: RepeatedOrder | null = null): OrderDraft => {
    begun()
    setCopied(source)
    setStartsWithProducts(next.customer !== null)
    setRound((before) => before + 1)
    return replace(next)
  }
  const startWithProducts = () => setStartsWithProducts(true)
  return { begin, form: { round, startsWithProducts, copied, startWithProducts } }
}

/** Returns how another draft replaces this one: an empty form, the customer of the URL, the copy of an order, or lost pieces. */
function useExchanges(
  draft: OrderDraft,
  setDraft: Dispatch<SetStateAction<OrderDraft>>,
  begin: (next: OrderDraft, copied: RepeatedOrder | null) => OrderDraft,
  startWithProducts: () => void,
) {
  const { t } = useTranslation('order-entry')
  // an offer to undo ends with the form
  useEffect(() => () => say.formEnded(), [])
  /** Replaces the draft by another one, and offers to undo that. */
  const exchange = (next: OrderDraft, said: string, copied: RepeatedOrder | null = null) => {
    const before = begin(next, copied)
    say.done(said, isEmpty(before) ? undefined : () => exchange(before, t('said.brought-back')))
  }
  const copy = useCopyOfUrl(({ draft: next, repeated }) =>
    exchange(next, t('said.copied', { id: repeated.order.id }), repeated),
  )
  const lost = useLostOfUrl((next) =>
    next.lines.length === 0
      ? say.note(t('said.nothing-lost'))
      : exchange(next, t('said.lost', { name: next.customer?.name })),
  )
  const asked = useCustomerOfUrl({
    draft,
    choose: (customer) => {
      startWithProducts()
      setDraft((before) => ({ ...before, customer }))
    },
    beginFor: (customer) => exchange({ ...EMPTY_DRAFT, customer }, t('said.emptied')),
  })
  return { exchange, asked, copy, lost }
}

/** Says that the draft is an earlier one, and how many prices have changed since, and offers an empty form. */
function RestoredNote({ changed, closed, startAnew }: { changed: number; closed: boolean; startAnew: () => void }) {
  const { t } = useTranslation('order-entry')
  return (
    <Alert variant="light" mb="md" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {t('form.restored')}
          {changed > 0 ? ` ${t('form.restored-changed', { count: changed })}` : null}
        </Text>
        <Button size="compact-sm" variant="default" disabled={closed} onClick={startAnew}>
          {t('form.start-anew')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Says why the order was not saved. The text starts with the words of the specification. */
export function ErrorBox({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('order-entry')
  return <QuotedAlert title={t('form.error')} lang="en" error={error} retry={retry} mt="md" />
}
