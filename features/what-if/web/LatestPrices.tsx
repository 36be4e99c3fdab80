import { Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { MomentText, PriceText } from '#web/ui/texts.tsx'
import { latestPrices } from '../domain/contract.ts'
import type { TypedMaterial } from './typed-prices.ts'
import styles from './what-if.module.css'

/** Offers the materials whose prices changed last. A press takes one into the trial. */
export function LatestPrices({ take }: { take: (material: TypedMaterial) => void }) {
  const { t } = useTranslation('what-if')
  const answer = useAsk(latestPrices, {})
  if (!answer.data)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={6} height={44} />
    )
  const { rows } = answer.data
  return (
    <Panel title={t('latest.title')}>
      {rows.length === 0 ? (
        <Text size="sm">{t('latest.none')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('latest.hint')}
          </Text>
          <ul className={surfaces.rows}>
            {rows.map((row) => (
              <li key={row.id}>
                <UnstyledButton className={styles.latest} onClick={() => take(row)}>
                  <span className={surfaces.grow}>
                    {row.name} {row.sku === '' ? null : <small className={styles.sku}>{row.sku}</small>}
                    <span className={styles.now}>
                      <MomentText value={row.at} /> · {row.userName}
                    </span>
                  </span>
                  <span className={styles.change}>
                    <s>
                      <PriceText value={row.oldCost} />
                    </s>{' '}
                    <span aria-hidden>→</span>{' '}
                    <strong>
                      <PriceText value={row.newCost} />
                    </strong>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
