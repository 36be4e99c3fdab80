import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import table from '#web/ui/table/short-table.module.css'
import { listRefusedRecords } from '../../domain/move-in/contract.ts'
import styles from '../import.module.css'
import { PageTurner } from '#web/ui/PageTurner.tsx'

/** The records that are refused, each with its reason. */
export function RefusedRecords({ id }: { id: number }) {
  const { t } = useTranslation('import')
  const [page, setPage] = useState(1)
  const answer = useAsk(listRefusedRecords, { id, page })
  return (
    <Panel title={t('move-in.refused')} flush>
      {answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data ? (
        <div className={table.scroll} tabIndex={0} role="group" aria-label={t('move-in.refused')}>
          <table className={`${table.list} ${table.named} ${styles.rows}`}>
            <thead>
              <tr>
                <th scope="col">{t('move-in.record')}</th>
                <th scope="col">{t('column.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {answer.data.rows.map(({ kind, key, name, refusal }) => (
                <tr key={`${kind}-${key}`}>
                  <th scope="row">
                    {t(`move-in.of.${kind}`)} {key}
                    {name === '' ? null : <small>{name}</small>}
                  </th>
                  <td>{refusalText(refusal)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Loading rows={4} />
      )}
      <PageTurner page={page} more={answer.data?.more} turn={setPage} />
    </Panel>
  )
}
