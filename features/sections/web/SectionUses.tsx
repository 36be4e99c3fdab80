import { Anchor, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showWallClock } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import type { SectionNeed, SectionUse } from '../domain/contract.ts'
import styles from './sections.module.css'

/** The number of orders that are shown without a press. */
const SHOWN = 3

/** Names the orders that want a product: the customer, the quantity and the delivery of each. */
export function SectionUses({ row }: { row: SectionNeed }) {
  const { t } = useTranslation('sections')
  const [all, setAll] = useState(false)
  const shown = all ? row.uses : row.uses.slice(0, SHOWN)
  const hidden = row.orders - shown.length
  return (
    <>
      <ul className={styles.uses}>
        {shown.map((use) => (
          <OneUse key={use.orderId} use={use} />
        ))}
      </ul>
      {hidden === 0 ? null : all ? (
        <span className={styles.quiet}>{t('needs.not-shown', { count: hidden })}</span>
      ) : (
        <UnstyledButton className={styles.more} onClick={() => setAll(true)}>
          {t('needs.more', { count: hidden })} <VisuallyHidden>{t('needs.more-of', { name: row.name })}</VisuallyHidden>
        </UnstyledButton>
      )}
    </>
  )
}

function OneUse({ use }: { use: SectionUse }) {
  const mayOpen = useMayOpen('/order-detail/$id')
  return (
    <li>
      {mayOpen ? (
        <Anchor component={PageLink} className={styles.order} to={`/order-detail/${use.orderId}`}>
          {use.orderId}
        </Anchor>
      ) : (
        <span>{use.orderId}</span>
      )}
      <span className={styles.customer}>{use.customer}</span>
      <strong className={styles.figure}>
        <QuantityText value={use.quantity} />
      </strong>
      <span className={styles.quiet}>{use.delivery === null ? '' : showWallClock(use.delivery)}</span>
    </li>
  )
}
