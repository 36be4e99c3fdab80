import { Button, Group, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PayerPick } from '#features/payments/web/create/PayerPick.tsx'
import { isFurtherPayment } from '#features/payments/web/create/further-payment.ts'
import type { InputOf } from '#kernel/contract.ts'
import { showDay, showMoney } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { answersOf, type Booked } from '../domain/booked.ts'
import { acceptLines, skipLine, type StatementLine } from '../domain/contract.ts'
import type { Proposal } from '../domain/proposal.ts'
import styles from './bank-statements.module.css'
import { reopenAccepted } from './reopen-accepted.ts'

/** A party whose new payment the line is. */
type Party = Pick<Proposal, 'kind' | 'id' | 'name' | 'settles' | 'matched'> &
  Partial<Pick<Proposal, 'score' | 'reasons'>>
/** A payment that is recorded already, or a party. */
type Choice = Booked | Party
type Item = InputOf<typeof acceptLines>['lines'][number]

const isBooked = (choice: Choice): choice is Booked => 'paymentId' in choice
const keyOf = (choice: Choice): string =>
  isBooked(choice) ? `payments ${choice.paymentId}` : `${choice.kind} ${choice.id}`

/** Returns what the command accepts for a line; null if nothing is chosen. */
export function itemOf({ id }: Pick<StatementLine, 'id'>, choice: Choice | null | undefined): Item | null {
  if (!choice) return null
  if (isBooked(choice)) return { id, paymentId: choice.paymentId }
  const matches = choice.matched ? choice.settles.map((one) => ({ documentId: one.id, cents: one.cents })) : []
  return { id, kind: choice.kind, partyId: choice.id, matches }
}

/** Returns to which line an arrow key leads: the next or the previous one. Null for other keys. */
const stepOf = ({ key }: KeyboardEvent) => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null)

type Props = {
  line: StatementLine
  mayWrite: boolean
  /** Moves the focus to the next or the previous line. */
  go: (step: 1 | -1) => void
  /** Hides the line, or shows it again after a refusal. */
  mark: (isDone: boolean) => void
}

/**
 * Accepts the answer to a line, says whose payment it is, and offers to undo that. The line is hidden meanwhile, and shown again after a
 * refusal.
 */
function useAccept({ line, go, mark }: Omit<Props, 'mayWrite'>) {
  const { t } = useTranslation('bank-statements')
  const run = useRun(acceptLines)
  return (choice: Choice | null): void => {
    const item = itemOf(line, choice)
    if (choice === null || item === null || run.isPending) return
    const send = () =>
      run.mutateAsync({ lines: [item] }).catch(async (error: unknown) => {
        if ('paymentId' in item || !(await isFurtherPayment(error, t('accept')))) throw error
        return run.mutateAsync({ lines: [{ ...item, confirmEqual: true }] })
      })
    go(1)
    mark(true)
    send().then(
      () =>
        say.done(t('said.accepted-of', { name: choice.name, amount: showMoney(line.amount) }), () =>
          reopenAccepted([line.id], () => mark(false)),
        ),
      (error: unknown) => {
        mark(false)
        say.failed(error, undefined, `${line.name || line.text}:`)
      },
    )
  }
}

/**
 * One line with its answers. A digit chooses one, and Enter accepts it. A line without a proposal is answered by the name of its party, which Enter
 * accepts.
 */
export function OpenLine({ line, mayWrite, go, mark }: Props) {
  const { t } = useTranslation('bank-statements')
  const [picked, setPicked] = useState<Choice | null>(null)
  const [asked, setAsked] = useState<'other' | 'skip' | null>(null)
  const accept = useAccept({ line, go, mark })
  const answers = answersOf(line)
  const choice = picked ?? (line.chosen ? (answers[0] ?? null) : null)
  const isExisting = choice !== null && isBooked(choice)
  const isUnknown = mayWrite && choice === null && answers.length === 0
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event)
    const answer = /^[1-9]$/.test(event.key) ? answers[Number(event.key) - 1] : undefined
    if (step === null && !answer) return
    event.preventDefault()
    if (step !== null) go(step)
    else if (answer) setPicked(answer)
  }
  return (
    <li className={styles.line} data-line={line.id} data-sure={line.sure || undefined}>
      <Written line={line} />
      <div className={styles.proposal}>
        {isUnknown ? (
          <PartyOfLine line={line} go={go} take={accept} />
        ) : choice ? (
          <Chosen choice={choice} />
        ) : (
          <Text size="sm">{t(answers.length > 0 ? 'several' : 'none')}</Text>
        )}
        {mayWrite ? <Others all={answers} chosen={choice} choose={setPicked} /> : null}
      </div>
      {mayWrite ? (
        <Group gap="xs" onKeyDown={asked === null ? press : undefined}>
          {isUnknown ? null : (
            <>
              <ActionButton
                data-accept=""
                aria-label={t(isExisting ? 'booked.accept-of' : 'accept-of', {
                  name: choice?.name ?? line.name,
                  amount: showMoney(line.amount),
                })}
                closed={choice === null ? t('choose-first') : null}
                onClick={() => accept(choice)}
              >
                {t(isExisting ? 'booked.accept' : 'accept')}
              </ActionButton>
              <Button variant="default" onClick={() => setAsked('other')}>
                {t('other')}
              </Button>
            </>
          )}
          <Button variant="subtle" onClick={() => setAsked('skip')}>
            {t('skip')}
          </Button>
        </Group>
      ) : null}
      {asked === 'other' ? (
        <OtherParty
          line={line}
          close={() => setAsked(null)}
          pick={(choiceOfPerson) => {
            setPicked(choiceOfPerson)
            setAsked(null)
          }}
        />
      ) : null}
      {asked === 'skip' ? <SkipLine line={line} close={() => setAsked(null)} /> : null}
    </li>
  )
}

type OthersProps = { all: readonly Choice[]; chosen: Choice | null; choose: (answer: Choice) => void }

/** The answers that are not chosen, each with the digit that chooses it. */
function Others({ all, chosen, choose }: OthersProps) {
  const { t } = useTranslation('bank-statements')
  const others = all
    .map((one, at) => ({ one, digit: at + 1 }))
    .filter(({ one }) => chosen === null || keyOf(one) !== keyOf(chosen))
  if (others.length === 0) return null
  const labelOf = (one: Choice) =>
    isBooked(one) ? t('booked.title', { id: one.paymentId, name: one.name }) : `${one.name} · ${one.score ?? ''}`
  return (
    <Group gap="xs" mt={4}>
      {others.map(({ one, digit }) => (
        <Button key={keyOf(one)} variant="default" size="compact-md" onClick={() => choose(one)}>
          {`${digit}. ${labelOf(one)}`}
        </Button>
      ))}
    </Group>
  )
}

/** What the bank wrote. */
export function Written({ line }: { line: StatementLine }) {
  return (
    <div className={styles.written}>
      <span className={styles.day}>
        <DayText value={line.day} /> <small>{line.bankName}</small>
      </span>
      <strong className={styles.amount}>
        <MoneyText value={line.amount} />
      </strong>
      <span className={styles.texts}>
        {line.name === '' ? null : <strong>{line.name}</strong>} <small>{line.text}</small>
      </span>
    </div>
  )
}

function Chosen({ choice }: { choice: Choice }) {
  return isBooked(choice) ? <ChosenBooked booked={choice} /> : <ChosenParty party={choice} />
}

/** The payment that the line already is, and why it is proposed. */
function ChosenBooked({ booked: { paymentId, name, day, reasons } }: { booked: Booked }) {
  const { t } = useTranslation('bank-statements')
  return (
    <>
      <strong>{t('booked.title', { id: paymentId, name })}</strong>{' '}
      <small className={styles.quiet}>
        {[showDay(day), ...reasons.map((reason) => t(`reason.${reason}`))].join(' · ')}
      </small>
      <div className={styles.quiet}>{t('booked.nothing-new')}</div>
    </>
  )
}

/** The chosen party, why it is proposed, and what the payment settles. */
function ChosenParty({ party }: { party: Party }) {
  const { t } = useTranslation('bank-statements')
  const { reasons = [], settles } = party
  return (
    <>
      <strong>{party.name}</strong>{' '}
      <small className={styles.quiet}>
        {[t(`kind.${party.kind}`), ...reasons.map((reason) => t(`reason.${reason}`))].join(' · ')}
        {party.score === undefined ? '' : ` (${party.score})`}
      </small>
      <div className={styles.quiet}>
        {settles.length === 0
          ? t('settles.nothing')
          : t(party.matched ? 'settles.matched' : 'settles.oldest', {
              documents: settles
                .slice(0, 4)
                .map(({ id, reference, cents }) => `${reference || id} (${showMoney(cents)})`)
                .join(', '),
              more: settles.length > 4 ? '…' : '',
            })}
      </div>
    </>
  )
}

type OtherProps = { line: StatementLine; close: () => void; pick: (party: Party) => void }

/** Finds the party of a line. Its payment settles the oldest documents. */
function OtherParty({ line, close, pick }: OtherProps) {
  const { t } = useTranslation('bank-statements')
  return (
    <Dialog opened onClose={close} title={t('other-title', { amount: showMoney(line.amount) })}>
      <Text size="sm">{[line.name, line.text].filter(Boolean).join(' · ')}</Text>
      <div className={styles.search}>
        <FindParty line={line} startsHere label={t('party')} take={pick} />
      </div>
    </Dialog>
  )
}

type FindProps = Pick<Props, 'line'> & {
  label: string
  take: (party: Party) => void
  startsHere?: boolean
  hideLabel?: boolean
  onlySeen?: boolean
}

/** Finds a customer or a provider by name, or creates one: a customer for money that came in, a provider for money that went out. */
function FindParty({ line, take, ...field }: FindProps) {
  const { t } = useTranslation('bank-statements')
  return (
    <PayerPick
      {...field}
      creates={line.amount > 0 ? 'customers' : 'providers'}
      placeholder={t('party')}
      onPick={({ kind, id, name }) => take({ kind, id, name, settles: [], matched: false })}
      row={(row) => (
        <span>
          {row.name} <small>{[t(`kind.${row.kind}`), row.vat].filter(Boolean).join(' · ')}</small>
        </span>
      )}
    />
  )
}

type PartyOfLineProps = Pick<Props, 'line' | 'go'> & { take: (party: Party) => void }

/** The field that asks whose an unknown line is, and is named by the line. As long as it is empty, the arrow keys go to the other lines. */
function PartyOfLine({ line, go, take }: PartyOfLineProps) {
  const { t } = useTranslation('bank-statements')
  const leave = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step === null || !(event.target instanceof HTMLInputElement) || event.target.value !== '') return
    // a form that is open over the field has its own keys
    if (!event.currentTarget.contains(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    go(step)
  }
  const label = [t('party'), showMoney(line.amount), line.name || line.text].filter(Boolean).join(', ')
  return (
    <div onKeyDownCapture={leave}>
      <FindParty line={line} hideLabel onlySeen label={label} take={take} />
    </div>
  )
}

/** Asks why a line becomes no payment, and sets it aside. */
function SkipLine({ line, close }: { line: StatementLine; close: () => void }) {
  const { t } = useTranslation('bank-statements')
  const run = useRun(skipLine, { onSuccess: close })
  return (
    <WrittenReason
      title={t('skip-title', { amount: showMoney(line.amount) })}
      texts={{ reason: t('skip-reason'), keep: t('keep'), confirm: t('skip'), needed: t('reason-needed') }}
      pending={run.isPending}
      error={run.error}
      confirm={(reason) => run.mutate({ id: line.id, reason })}
      close={close}
    >
      <Text size="sm">{[line.name, line.text].filter(Boolean).join(' · ')}</Text>
    </WrittenReason>
  )
}
