import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '#kernel/days/period.ts'
import { showDay, showMoney, showMonth } from '#web/format.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { useSaid } from '#web/ui/said/use-said.ts'
import { type DeskReport, deskReport } from '../domain/contract.ts'
import type { Flow } from '../domain/desk.ts'
import styles from './cash-desk.module.css'

// The chart library is as large as the page itself, so the figures do not wait for it.
const DeskCharts = lazyPart(() => import('./DeskCharts.tsx'))

/** Shows by type of payment the balance before the period, what came in and went out, and the balance up to its end; then the same in all. */
export function DeskFigures({ period }: { period: Period }) {
  const { t } = useTranslation('cash-desk')
  const answer = useAsk(deskReport, period, { keepPrevious: true })
  const report = answer.data
  const isOf = report && !answer.isPlaceholderData ? `${showDay(period.from)} – ${showDay(period.to)}` : null
  useSaid(isOf, `${isOf}. ${t('block.up-to')}: ${showMoney(report?.upTo.net ?? 0)}`)
  if (!report && answer.error)
    return (
      <Panel title={t('figures.title')}>
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      </Panel>
    )
  if (!report) return <Loading rows={8} height={48} />
  return (
    <div data-stale={answer.isPlaceholderData || undefined} className={styles.figures}>
      {report.withoutOpenCash ? <p className={styles.none}>{t('figures.without-open-cash')}</p> : null}
      <ByType types={report.types} />
      <div className={styles.blocks}>
        <Block name="before" title={t('block.before')} flow={report.before}>
          {t('block.since-new-year', { year: period.from.slice(0, 4) })}{' '}
          <MoneyText value={report.sinceNewYear.net} flagNegative />
        </Block>
        <Block name="within" title={t('block.within')} flow={report.within}>
          <span>
            {t('bound.Inbound')} <MoneyText value={report.within.inbound} />
          </span>
          <span>
            {t('bound.Outbound')} <MoneyText value={report.within.outbound} />
          </span>
        </Block>
        <Block name="up-to" title={t('block.up-to')} flow={report.upTo}>
          <DayText value={period.to} />
        </Block>
      </div>
      <Charts report={report} />
    </div>
  )
}

/** The figures of each type of payment, in the density of lists. */
function ByType({ types }: Pick<DeskReport, 'types'>) {
  const { t } = useTranslation('cash-desk')
  return (
    <section className={styles.types} aria-label={t('by-type.title')}>
      <table className={cards.table} aria-label={t('by-type.title')}>
        <thead>
          <tr>
            <th scope="col">{t('column.type')}</th>
            <th scope="col" className={cards.end}>
              {t('column.before')}
            </th>
            <th scope="col" className={cards.end}>
              {t('column.within')}
            </th>
            <th scope="col" className={cards.end}>
              {t('column.up-to')}
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ type, before, within, upTo }) => (
            <tr key={type} data-type={type}>
              <th scope="row">{t(`type.${type}`)}</th>
              <td className={cards.end} data-label={t('column.before')}>
                <MoneyText value={before.net} flagNegative />
              </td>
              <td className={cards.end} data-label={t('column.within')}>
                <MoneyText value={within.net} flagNegative />
              </td>
              <td className={cards.end} data-label={t('column.up-to')}>
                <MoneyText value={upTo.net} flagNegative />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** One figure with its parts below it. */
function Block({ name, title, flow, children }: { name: string; title: string; flow: Flow; children: ReactNode }) {
  return (
    <section className={styles.block} data-block={name} aria-label={title}>
      <h2>{title}</h2>
      <strong className="figures">
        <MoneyText value={flow.net} flagNegative />
      </strong>
      <p>{children}</p>
    </section>
  )
}

/** The charts, each with the question that it answers and the table behind it. */
function Charts({ report }: { report: DeskReport }) {
  const { t } = useTranslation('cash-desk')
  const showStep = (day: string) => (report.byMonth ? showMonth(day) : <DayText value={day} />)
  const { inbound, outbound } = report.within
  const balance = t(report.byMonth ? 'chart.balance-by-month' : 'chart.balance')
  return (
    <>
      <div>
        <Panel title={balance}>
          {report.points.length === 0 ? (
            <p className={styles.none}>{t('chart.none')}</p>
          ) : (
            <>
              <DeskCharts report={report} chart="balance" />
              <Behind
                title={balance}
                heads={[
                  t(report.byMonth ? 'column.month' : 'column.day'),
                  t('bound.Inbound'),
                  t('bound.Outbound'),
                  t('column.balance'),
                ]}
                rows={report.points.map((point) => ({
                  key: point.day,
                  name: showStep(point.day),
                  amounts: [point.inbound, point.outbound, point.balance],
                }))}
              />
            </>
          )}
        </Panel>
      </div>
      {report.points.length === 0 ? null : (
        <div className={styles.pair}>
          <div>
            <Panel title={t('chart.types')}>
              <DeskCharts report={report} chart="types" />
              <Behind
                title={t('chart.types')}
                heads={[t('column.type'), t('bound.Inbound'), t('bound.Outbound')]}
                rows={report.types.map(({ type, within }) => ({
                  key: type,
                  name: t(`type.${type}`),
                  amounts: [within.inbound, within.outbound],
                }))}
              />
            </Panel>
          </div>
          <div>
            <Panel title={t('chart.compare')}>
              <DeskCharts report={report} chart="compare" />
              <Behind
                title={t('chart.compare')}
                heads={[t('column.bound'), t('column.amount')]}
                rows={[
                  { key: 'Inbound', name: t('bound.Inbound'), amounts: [inbound] },
                  { key: 'Outbound', name: t('bound.Outbound'), amounts: [outbound] },
                ]}
              />
            </Panel>
          </div>
        </div>
      )}
    </>
  )
}

type BehindRow = { readonly key: string; readonly name: ReactNode; readonly amounts: readonly number[] }

/** The table behind a chart, folded. */
function Behind({ title, heads, rows }: { title: string; heads: readonly string[]; rows: readonly BehindRow[] }) {
  const { t } = useTranslation('cash-desk')
  return (
    <details className={styles.behind}>
      <summary>{t('chart.table')}</summary>
      <table className={cards.table} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={index === 0 ? undefined : cards.end}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, amounts }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {amounts.map((amount, index) => (
                <td key={heads[index + 1]} className={cards.end} data-label={heads[index + 1]}>
                  <MoneyText value={amount} flagNegative />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
