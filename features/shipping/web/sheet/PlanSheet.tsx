import i18n from 'i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { cents, quantity, sumCents } from '#kernel/money.ts'
import { NOTHING, showMoment, showMoney, showQuantity, showWallClock } from '#web/format.ts'
import type { planSheet, SheetStop } from '../../domain/planning-contract.ts'
import type { RouteLink } from '../../domain/route-links.ts'
import { type Collecting, collectAt, loadingList } from '../../domain/sheet.ts'
import { destinationOf } from '../../domain/stops/address-stops.ts'
import type { SheetDoor } from './plan-navigation.ts'
import styles from './plan.module.css'
import { routeTexts } from '../route-texts.ts'

type Texts = (key: string, places?: Record<string, unknown>) => string
type PlanSheetProps = {
  shipment: OutputOf<typeof planSheet>['shipment']
  start: string
  doors: readonly SheetDoor[]
  codes: readonly (RouteLink & { picture: string })[]
}

const greekTexts = (): Texts => i18n.getFixedT('el', 'shipping') as unknown as Texts
const unitOf = (t: Texts, unit: string): string => t(`unit.${unit}`, { ns: 'frame', defaultValue: unit })

/** Shows the content of the sheet: shipment, load, stops, and fields for signatures. */
export function PlanSheet({ shipment, start, doors, codes }: PlanSheetProps) {
  const t = greekTexts()
  const stops = doors.flatMap(({ orders }) => orders)
  const numbers = doors.flatMap(({ number, orders }) => orders.map(() => number))
  const money = collectAt(stops.map((stop) => ({ ...stop, total: cents(stop.total) })))
  const { distance, duration } = routeTexts(t, 'el')
  const facts: [string, string][] = [
    [
      t('column.driver'),
      `${shipment.driver} (${t(`driver-type.${shipment.driverType}`, { defaultValue: shipment.driverType })})`,
    ],
    [t('column.vehicle'), shipment.vehicle || NOTHING],
    [t('column.updated'), showMoment(shipment.updated)],
    [t('plan.stops'), String(doors.length)],
    [t('word.parcels'), String(stops.reduce((sum, { parcels = 1 }) => sum + parcels, 0))],
    ...(shipment.distance === null || shipment.duration === null
      ? []
      : ([
          [
            t('plan.distance'),
            `${distance(shipment.distance)} · ${duration(shipment.duration)}${shipment.estimated ? ` (${t('plan.estimate')})` : ''}`,
          ],
        ] as [string, string][])),
    [t('plan.value'), showMoney(sumCents(stops.map((stop) => cents(stop.total))))],
    [t('plan.collect-total'), showMoney(sumCents(money.map(({ collect }) => collect)))],
  ]
  return (
    <article className={styles.sheet} lang="el">
      <header>
        <h1>{t('plan.title', { id: shipment.id })}</h1>
        <dl>
          {facts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {start ? <p>{t('plan.printed', { address: start })}</p> : null}
        {shipment.extra ? <p className={styles.note}>{shipment.extra}</p> : null}
      </header>
      {stops.length === 0 ? (
        <p className={styles.note}>{t('plan.empty')}</p>
      ) : (
        <>
          <Loading doors={doors} t={t} />
          <Codes codes={codes} doors={doors} t={t} />
        </>
      )}
      <ol>
        {stops.map((stop, at) => (
          <Stop key={stop.id} stop={stop} numbers={numbers} at={at} money={money[at] as Collecting} t={t} />
        ))}
      </ol>
      {stops.length === 0 ? null : (
        <footer className={styles.signing}>
          <div>{t('plan.name')}</div>
          <div>{t('plan.sign')}</div>
        </footer>
      )}
    </article>
  )
}

const numberAt = (doors: readonly SheetDoor[], at: number): string => String(doors[at]?.number ?? '')

/** Shows totals by product for loading. The goods of the last stop are loaded first. */
function Loading({ doors, t }: { doors: readonly SheetDoor[]; t: Texts }) {
  const goods = loadingList(
    doors.map(({ orders }) =>
      orders.flatMap((order) => [
        ...order.lines.map((line) => ({
          key: String(line.productId),
          name: line.name,
          unit: line.unit,
          quantity: quantity(line.quantity),
        })),
        ...order.lent.map((piece) => ({
          ...piece,
          key: `lent ${piece.productId}`,
          name: t('word.lent-piece', { name: piece.name }),
        })),
      ]),
    ),
  )
  return (
    <section className={styles.loading}>
      <h2>{t('plan.loading')}</h2>
      <p>{t('plan.loading-hint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('word.product')}</th>
            <th scope="col">{t('word.quantity')}</th>
            <th scope="col">{t('plan.at-stops')}</th>
          </tr>
        </thead>
        <tbody>
          {goods.map((one) => (
            <tr key={one.key}>
              <td>{one.name}</td>
              <td>{`${showQuantity(one.quantity)} ${unitOf(t, one.unit)}`}</td>
              <td>
                {one.stops
                  .map(({ at, quantity: count }) =>
                    doors.length === 1 ? numberAt(doors, at) : `${numberAt(doors, at)}: ${showQuantity(count)}`,
                  )
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shows the route for the phone: one QR code for each part that its maps app accepts. */
function Codes({ codes, doors, t }: Pick<PlanSheetProps, 'codes' | 'doors'> & { t: Texts }) {
  if (codes.length === 0) return null
  return (
    <section className={styles.codes}>
      <h2>{t('plan.navigate')}</h2>
      <ul>
        {codes.map((code) => {
          const last = Math.min(code.to, doors.length)
          const [from, to] = [numberAt(doors, code.from - 1), numberAt(doors, last - 1)]
          const words =
            code.from > doors.length
              ? t('plan.leg-home')
              : code.from === last
                ? t('plan.leg-one', { from })
                : t('plan.leg', { from, to })
          return (
            <li key={code.href}>
              <a href={code.href} target="_blank" rel="noreferrer">
                <img src={code.picture} alt="" />
                {words}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type StopProps = {
  stop: SheetStop
  /** The number of the stop of each order, in driving order. */
  numbers: readonly number[]
  /** The position of this order. */
  at: number
  money: Collecting
  t: Texts
}

function Stop({ stop, numbers, at, money, t }: StopProps) {
  const phones = [stop.phone, stop.phone2].filter(Boolean).join(', ')
  return (
    <li className={styles.stop}>
      <span className={styles.number}>{numbers[at]}</span>
      <div>
        <h2>{stop.name}</h2>
        {stop.label === '' || stop.label === stop.name ? null : <p>{stop.label}</p>}
        <p className={styles.address}>{destinationOf(stop)}</p>
        <p>
          {phones ? <>{t('word.tel', { phone: phones })} · </> : null}
          {t('word.order-number', { id: stop.id })} · {t('parcels', { count: stop.parcels ?? 1 })}
          {stop.expectedDelivery ? ` · ${showWallClock(stop.expectedDelivery)}` : ''}
          {stop.voucher ? ` · ${t('plan.voucher', { voucher: stop.voucher })}` : ''}
        </p>
        {stop.driverNote ? <p className={styles.note}>{stop.driverNote}</p> : null}
        <ul className={styles.lines}>
          {stop.lines.map((line) => (
            <li key={line.lineNo}>
              {showQuantity(line.quantity)} {unitOf(t, line.unit)} {line.name}
            </li>
          ))}
        </ul>
        <Pieces title={t('plan.lent')} pieces={stop.lent} t={t} />
        {/* The debts and loans of a customer are shown once. */}
        {money.owed === null ? null : <Pieces title={t('plan.ask-back')} pieces={stop.loans} t={t} />}
      </div>
      <div className={styles.money}>
        <span>{t('plan.collect')}</span>
        <strong>{showMoney(money.collect)}</strong>
        <small>
          {t('plan.this-order')}: {showMoney(stop.total)}
        </small>
        <small>{owedWords(money, numbers, t)}</small>
        {stop.outcome === null ? null : (
          <small>{t('plan.closed-already', { status: t(`status.${stop.status}`, { ns: 'frame' }) })}</small>
        )}
        <span className={styles.box} />
        <small>{t('plan.signature')}</small>
      </div>
    </li>
  )
}

function owedWords({ owed, owedAt }: Collecting, numbers: readonly number[], t: Texts): string {
  if (owed === null) return t('plan.owed-above', { place: numbers[owedAt ?? 0] })
  if (owed === 0) return ''
  return owed < 0 ? `${t('word.credit')}: ${showMoney(Math.abs(owed))}` : `${t('plan.owed')}: ${showMoney(owed)}`
}

function Pieces({
  title,
  pieces,
  t,
}: {
  title: string
  pieces: readonly Pick<SheetStop['loans'][number], 'name' | 'unit' | 'quantity'>[]
  t: Texts
}) {
  if (pieces.length === 0) return null
  return (
    <p className={styles.pieces}>
      <strong>{title}:</strong>{' '}
      {pieces.map((piece) => `${showQuantity(piece.quantity)} ${unitOf(t, piece.unit)} ${piece.name}`).join(' · ')}
    </p>
  )
}
