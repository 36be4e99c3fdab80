import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { NOTHING, showCount } from '#web/format.ts'
import table from '#web/ui/table/short-table.module.css'
import { MoneyText } from '#web/ui/texts.tsx'
import { OUTCOMES } from '../../domain/contract.ts'
import type { moveIn, Side } from '../../domain/move-in/contract.ts'
import { agrees } from './agrees.ts'
import styles from '../import.module.css'

type Answer = OutputOf<typeof moveIn>

/** One row for each kind of record: the records of the earlier system, their outcomes, and at the end the records that are here. */
export function KindsTable({ data: { moveIn: one, kinds } }: { data: Answer }) {
  const { t } = useTranslation('import')
  if (kinds.length === 0) return null
  // a restore may have removed what was imported
  const done = one.state === 'DONE' && one.failure === null
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('move-in.kinds')}>
      <table className={`${table.list} ${table.named} ${styles.sides}`}>
        <thead>
          <tr>
            <th scope="col">{t('move-in.kind')}</th>
            <th scope="col" className={table.end}>
              {t('move-in.there')}
            </th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" className={table.end}>
                {t(`result.${outcome === 'new' ? 'added' : outcome}`)}
              </th>
            ))}
            {done ? (
              <th scope="col" className={table.end}>
                {t('move-in.here')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind.kind}>
              <th scope="row">
                {t(`move-in.of.${kind.kind}`)}
                {done ? (
                  <small className={agrees(kind) ? undefined : styles.reason}>
                    {t(agrees(kind) ? 'move-in.equal' : 'move-in.unequal')}
                  </small>
                ) : null}
              </th>
              <td className={table.end}>
                <SideText side={kind.there} named={kind.named} />
              </td>
              {OUTCOMES.map((outcome) => (
                <td key={outcome} className={table.end}>
                  {kind.done === 0 && !done ? NOTHING : showCount(kind[outcome])}
                </td>
              ))}
              {done ? (
                <td className={table.end}>{kind.here ? <SideText side={kind.here} named={null} /> : NOTHING}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How many records one side has, and the sum of their amounts. */
function SideText({ side: { records, total }, named }: { side: Side; named: number | null }) {
  const { t } = useTranslation('import')
  return (
    <>
      {showCount(records)}
      {named === null || named <= records ? null : <small>{t('move-in.named', { number: showCount(named) })}</small>}
      {total === null ? null : (
        <small>
          <MoneyText value={total} />
        </small>
      )}
    </>
  )
}
