import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { partyMatching } from '../../domain/matching-contract.ts'
import { MatchEditor } from './MatchEditor.tsx'
import styles from './matching.module.css'

type Props = { kind: 'customers' | 'providers'; id: number }

/** The payments of a party that nobody has matched in full on the left, and the documents of the chosen one on the right. */
export default function PartyMatching({ kind, id }: Props) {
  const { t } = useTranslation('payments')
  const answer = useAsk(partyMatching, { kind, id })
  const [chosen, setChosen] = useState<number | null>(null)
  const data = answer.data
  if (data === undefined)
    return (
      <Panel title={t('matching.title')}>
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={3} />}
      </Panel>
    )
  const current = data.payments.find((payment) => payment.id === chosen) ?? data.payments[0]
  return (
    <Panel title={t('matching.title')}>
      <dl className={styles.sums}>
        <div>
          <dt>{t('matching.unmatched-payments')}</dt>
          <dd>
            <MoneyText value={data.unmatched} />
          </dd>
        </div>
        <div>
          <dt>{t('matching.owed')}</dt>
          <dd>
            <MoneyText value={data.owed} />
          </dd>
        </div>
      </dl>
      {current === undefined ? (
        <EmptyState title={t('matching.all-matched')} />
      ) : (
        <div className={styles.sides}>
          <div role="group" aria-label={t('word.payments')} className={styles.payments}>
            {data.payments.map((payment) => (
              <UnstyledButton
                key={payment.id}
                className={styles.payment}
                aria-pressed={payment.id === current.id}
                onClick={() => setChosen(payment.id)}
              >
                <span>
                  <DayText value={payment.date} /> {payment.type === null ? '' : t(`type.${payment.type}`)}
                  <small>{payment.reference}</small>
                </span>
                <span className={styles.amount}>
                  <MoneyText value={payment.amount} />
                  {payment.unmatched > 0 ? (
                    <small>
                      {t('matching.left')} <MoneyText value={payment.unmatched} />
                    </small>
                  ) : null}
                </span>
              </UnstyledButton>
            ))}
            {data.more ? <small>{t('matching.more-payments')}</small> : null}
          </div>
          <MatchEditor key={current.id} id={current.id} />
        </div>
      )}
    </Panel>
  )
}
