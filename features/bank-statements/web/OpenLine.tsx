import { Button, Group, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findParties } from '#features/payments/web/create/find-parties.ts'
import type { InputOf } from '#kernel/contract.ts'
import { showMoney } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { acceptLines, skipLine, type StatementLine } from '../domain/contract.ts'
import type { Proposal } from '../domain/proposal.ts'
import styles from './bank-statements.module.css'

type Choice = Pick<Proposal, 'kind' | 'id' | 'name' | 'settles' | 'matched'> &
  Partial<Pick<Proposal, 'score' | 'reasons'>>
type Item = InputOf<typeof acceptLines>['lines'][number]

/** Returns what the command accepts for a line; null if nothing is chosen. */
export const itemOf = ({ id }: Pick<StatementLine, 'id'>, choice: Choice | null | undefined): Item | null =>
  choice
    ? {
        id,
        kind: choice.kind,
        partyId: choice.id,
        matches: choice.matched ? choice.settles.map((one) => ({ documentId: one.id, cents: one.cents })) : [],
      }
    : null

type Props = {
  line: StatementLine
  mayWrite: boolean
  /** Moves the focus to the next or the previous line. */
  go: (step: 1 | -1) => void
  /** Hides the line, or shows it again after a refusal. */
  mark: (isDone: boolean) => void
}

/** One line with its proposals. A digit chooses a proposal, and Enter accepts it. */
export function OpenLine({ line, mayWrite, go, mark }: Props) {
  const { t } = useTranslation('bank-statements')
  const [picked, setPicked] = useState<Choice | null>(null)
  const [asked, setAsked] = useState<'other' | 'skip' | null>(null)
  const run = useRun(acceptLines, { invalidates: ['bank-statements', 'payments'] })
  const choice = picked ?? (line.chosen ? (line.proposals[0] ?? null) : null)
  const accept = () => {
    const item = itemOf(line, choice)
    if (item === null || run.isPending) return
    go(1)
    mark(true)
    run.mutateAsync({ lines: [item] }).catch((error: unknown) => {
      mark(false)
      say.failed(error, undefined, `${line.name || line.text}:`)
    })
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    const proposal = /^[1-9]$/.test(event.key) ? line.proposals[Number(event.key) - 1] : undefined
    if (step === null && !proposal) return
    event.preventDefault()
    if (step !== null) go(step)
    else if (proposal) setPicked(proposal)
  }
  return (
    <li className={styles.line} data-line={line.id} data-sure={line.sure || undefined}>
      <Written line={line} />
      <div className={styles.proposal}>
        {choice ? (
          <Chosen choice={choice} />
        ) : (
          <Text size="sm">{t(line.proposals.length > 0 ? 'several' : 'none')}</Text>
        )}
        {mayWrite ? <Others all={line.proposals} chosenId={choice?.id ?? null} choose={setPicked} /> : null}
      </div>
      {mayWrite ? (
        <Group gap="xs" onKeyDown={asked === null ? press : undefined}>
          <ActionButton
            data-accept=""
            aria-label={t('accept-of', { name: choice?.name ?? line.name, amount: showMoney(line.amount) })}
            closed={choice === null ? t('choose-first') : null}
            onClick={accept}
          >
            {t('accept')}
          </ActionButton>
          <Button variant="default" onClick={() => setAsked('other')}>
            {t('other')}
          </Button>
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

type OthersProps = { all: readonly Proposal[]; chosenId: number | null; choose: (proposal: Proposal) => void }

/** The proposals that are not chosen, each with the digit that chooses it. */
function Others({ all, chosenId, choose }: OthersProps) {
  const others = all.map((one, at) => ({ one, digit: at + 1 })).filter(({ one }) => one.id !== chosenId)
  if (others.length === 0) return null
  return (
    <Group gap="xs" mt={4}>
      {others.map(({ one, digit }) => (
        <Button key={one.id} variant="default" size="compact-md" onClick={() => choose(one)}>
          {`${digit}. ${one.name} · ${one.score}`}
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

/** The chosen party, why it is proposed, and what the payment settles. */
function Chosen({ choice }: { choice: Choice }) {
  const { t } = useTranslation('bank-statements')
  const { reasons = [], settles } = choice
  return (
    <>
      <strong>{choice.name}</strong>{' '}
      <small className={styles.quiet}>
        {[t(`kind.${choice.kind}`), ...reasons.map((reason) => t(`reason.${reason}`))].join(' · ')}
        {choice.score === undefined ? '' : ` (${choice.score})`}
      </small>
      <div className={styles.quiet}>
        {settles.length === 0
          ? t('settles.nothing')
          : t(choice.matched ? 'settles.matched' : 'settles.oldest', {
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

type OtherProps = { line: StatementLine; close: () => void; pick: (choice: Choice) => void }

/** Finds the party of a line. Its payment settles the oldest documents. */
function OtherParty({ line, close, pick }: OtherProps) {
  const { t } = useTranslation('bank-statements')
  return (
    <Dialog opened onClose={close} title={t('other-title', { amount: showMoney(line.amount) })}>
      <Text size="sm">{[line.name, line.text].filter(Boolean).join(' · ')}</Text>
      <div className={styles.search}>
        <SearchPick
          startsHere
          label={t('party')}
          search={findParties}
          onPick={({ kind, id, name }) => pick({ kind, id, name, settles: [], matched: false })}
          row={(row) => (
            <span>
              {row.name} <small>{[t(`kind.${row.kind}`), row.vat].filter(Boolean).join(' · ')}</small>
            </span>
          )}
        />
      </div>
    </Dialog>
  )
}

/** Asks why a line becomes no payment, and sets it aside. */
function SkipLine({ line, close }: { line: StatementLine; close: () => void }) {
  const { t } = useTranslation('bank-statements')
  const run = useRun(skipLine, { invalidates: ['bank-statements'], onSuccess: close })
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
