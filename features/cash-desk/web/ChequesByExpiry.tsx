import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { chequesByExpiry, MOST_CHEQUE_DAYS } from '../domain/contract.ts'
import styles from './cash-desk.module.css'

/** The cheques by the day on which they expire, because the figures above count them on the day of the payment (C-54). */
export function ChequesByExpiry() {
  const { t } = useTranslation('cash-desk')
  const today = dayOf(new Date().toISOString())
  const answer = useAsk(chequesByExpiry, { from: today })
  const mayOpen = useMayOpen('/cheques')
  return (
    <Panel
      title={t('cheques.title')}
      actions={
        mayOpen ? (
          <Anchor component={PageLink} to="/cheques" size="sm">
            {t('cheques.open')}
          </Anchor>
        ) : undefined
      }
    >
      {answer.data ? (
        answer.data.rows.length === 0 ? (
          <p className={styles.none}>{t('cheques.none')}</p>
        ) : (
          <>
            <table className={cards.table} aria-label={t('cheques.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('cheques.expires')}</th>
                  <th scope="col" className={cards.end}>
                    {t('cheques.count')}
                  </th>
                  <th scope="col" className={cards.end}>
                    {t('cheques.inbound')}
                  </th>
                  <th scope="col" className={cards.end}>
                    {t('cheques.outbound')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {answer.data.rows.map((row) => (
                  <tr key={row.day}>
                    <th scope="row">
                      <DayText value={row.day} />
                    </th>
                    <td className={cards.end} data-label={t('cheques.count')}>
                      {row.count}
                    </td>
                    <td className={cards.end} data-label={t('cheques.inbound')}>
                      <MoneyText value={row.inbound} />
                    </td>
                    <td className={cards.end} data-label={t('cheques.outbound')}>
                      <MoneyText value={row.outbound} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {answer.data.more ? <p className={styles.none}>{t('cheques.more', { days: MOST_CHEQUE_DAYS })}</p> : null}
          </>
        )
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Panel>
  )
}
