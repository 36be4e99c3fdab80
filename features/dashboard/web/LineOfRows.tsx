import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentMark } from '#features/orders/web/OrderStateCell.tsx'
import { MOST_COUNTED } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { showDayMonth, showRows } from '#web/format.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { needTexts } from '#web/language/needed-texts.ts'
import { WORDS } from '#web/language/text-files.ts'
import { languageOf } from '#web/language/language-of.ts'
import { PageLink } from '#web/navigation.tsx'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ArrowRight } from '#web/ui/icon/icons.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import type { DashboardLine, LineName, Named } from '../domain/lines.ts'
import styles from './dashboard.module.css'
import { callOf, codeOf, nextStepOf } from './next-steps.ts'
import { keyOf, ROW } from './use-next-steps.ts'
import { closedText, isUrgent, whyText } from './why-text.ts'

// the verbs of all areas are in a file of their own
needTexts(WORDS)

type LineProps = {
  line: DashboardLine
  today: Day
  isCurrent: (named: Named) => boolean
  focused: (named: Named) => void
  /** The keys of the rows whose steps are being done. */
  pending: ReadonlySet<string>
  start: (step: PaletteVerb, named: Named) => void
}

/** A line of the dashboard: how many records wait, and the first of them by name. The heading opens the list of all. */
export function LineOfRows({ line, today, isCurrent, focused, pending, start }: LineProps) {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  const { name, count, named, to } = line
  // the number decides about the plural, and is written as in lists
  const counted = { count: Math.min(count, MOST_COUNTED), replace: { count: showRows(count) } }
  return (
    <section className={styles.line} aria-labelledby={heading}>
      <h2 id={heading} data-urgent={isUrgent(name) || undefined}>
        <PageLink to={to} data-line={name}>
          {t(`line.${name}`, counted)} <ArrowRight size={14} aria-hidden />
        </PageLink>
        {line.amount === null ? null : (
          <span className={styles.sum}>
            <MoneyText value={line.amount} />
          </span>
        )}
      </h2>
      {named.length === 0 ? <p className={styles.above}>{t('lines.above')}</p> : null}
      <ul className={styles.rows} aria-labelledby={heading}>
        {named.map((one) => (
          <NamedRow
            key={one.id}
            line={name}
            named={one}
            today={today}
            isCurrent={isCurrent(one)}
            focused={() => focused(one)}
            pending={pending.has(keyOf(name, one))}
            start={(step) => start(step, one)}
          />
        ))}
      </ul>
      {count > named.length && named.length > 0 ? (
        <PageLink to={to} className={styles.all}>
          {t('lines.all', counted)}
        </PageLink>
      ) : null}
    </section>
  )
}

/** Lines with orders of several statuses, which the rows name. */
const OF_SEVERAL: readonly LineName[] = ['late', 'today']

type RowProps = {
  line: LineName
  named: Named
  today: Day
  isCurrent: boolean
  focused: () => void
  pending: boolean
  start: (step: PaletteVerb) => void
}

function NamedRow({ line, named, today, isCurrent, focused, pending, start }: RowProps) {
  const { t, i18n } = useTranslation('dashboard')
  const { name, to, status, document, place, quantity, unit, amount } = named
  const code = codeOf(named)
  const { step, closed } = nextStepOf(line, named, useActing())
  const why = [closed === null ? '' : closedText(t, closed), whyText(t, line, named, today)]
  return (
    <li {...{ [ROW]: keyOf(line, named) }} data-current={isCurrent || undefined} onFocus={focused}>
      <PageLink to={to} className={styles.name}>
        <strong lang={languageOf(name, i18n.language)}>{name}</strong>{' '}
        {code === '' ? null : <span className="figures">{code}</span>}
      </PageLink>
      <span className={`${styles.why} figures`} data-urgent={isUrgent(line) || undefined}>
        {why.filter(Boolean).join(' · ')}
        {isUrgent(line) && named.day !== null ? (
          <span className={styles.since}> · {showDayMonth(named.day)}</span>
        ) : null}
      </span>
      <span className={styles.state}>
        {status !== null && OF_SEVERAL.includes(line) ? <StatusBadge status={status} /> : null}
        {document === null ? null : <DocumentMark status={document} />}
        {place === '' ? null : <span className={styles.place}>{place}</span>}
      </span>
      <span className={styles.amount}>
        {quantity === null ? (
          amount === null ? null : (
            <MoneyText value={amount} />
          )
        ) : (
          <QuantityText value={quantity} unit={unit} />
        )}
      </span>
      <StepButton step={step} named={named} pending={pending} start={start} />
    </li>
  )
}

type StepProps = Pick<RowProps, 'named' | 'pending' | 'start'> & { step: PaletteVerb | null }

/** The next step of a row; a record that is only looked at is opened. */
function StepButton({ step, named, pending, start }: StepProps) {
  const { t } = useTranslation('dashboard')
  const text = step === null ? t('action.open') : t(`verb.${step.key}-short`, { ns: step.feature })
  const label = `${text}: ${[named.name, codeOf(named)].filter(Boolean).join(' ')}`
  const shown = {
    size: 'compact-sm',
    variant: 'default',
    className: styles.step,
    'aria-label': label,
    'data-step': true,
  } as const
  if (step === null || 'to' in step)
    return (
      <Button
        {...shown}
        variant={step === null ? 'subtle' : 'default'}
        component={PageLink}
        to={step === null ? named.to : step.to(callOf(named))}
      >
        {text}
      </Button>
    )
  return (
    <ActionButton {...shown} variant="default" pending={pending} onClick={() => start(step)}>
      {text}
    </ActionButton>
  )
}
