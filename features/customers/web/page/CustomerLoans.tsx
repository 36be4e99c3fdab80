import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { subtractQuantity } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import badge from '#web/ui/StatusBadge.module.css'
import { QuantityText } from '#web/ui/texts.tsx'
import type { customerAccountPage } from '../../domain/account-contract.ts'
import styles from '../customers.module.css'

/** Shows the loan balance by product, and the part that is not delivered yet. */
export function CustomerLoans({ loans }: { loans: OutputOf<typeof customerAccountPage>['loans'] }) {
  const { t } = useTranslation('customers')
  return (
    <Panel title={t('loans.title')} flush>
      {loans.length === 0 ? (
        <p className={styles.empty} style={{ margin: 0 }}>
          {t('loans.empty')}
        </p>
      ) : (
        // A scrolling area must be reachable by keyboard.
        <div
          role="group"
          className={`${shortTable.scroll} ${shortTable.limited}`}
          tabIndex={0}
          aria-label={t('loans.title')}
        >
          <table className={shortTable.list}>
            <thead>
              <tr>
                <th scope="col">{t('loans.product')}</th>
                <th scope="col" className={shortTable.end}>
                  {t('loans.quantity')}
                </th>
              </tr>
            </thead>
            <tbody>
              {loans.map(({ productId, name, quantity, held }) => (
                <tr key={`${productId ?? name}`}>
                  <td>
                    {productId === null ? (
                      <>
                        {name} <UnknownProduct />
                      </>
                    ) : (
                      <Anchor component={PageLink} to={`/product-overview/${productId}`} size="sm">
                        {name}
                      </Anchor>
                    )}
                  </td>
                  <td className={shortTable.end}>
                    <QuantityText value={quantity} />
                    {held === quantity ? null : (
                      <small className={styles.undelivered}>
                        {t('loans.undelivered', { quantity: showQuantity(subtractQuantity(quantity, held)) })}
                      </small>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

/** Marks a lent item whose name matches no product (C-38). */
function UnknownProduct() {
  const { t } = useTranslation('customers')
  return (
    <span className={badge.badge} data-tone="orange" title={t('loans.unknown-product-hint')}>
      {t('loans.unknown-product')}
    </span>
  )
}
