import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { RecordLinks } from '#web/ui/RecordLinks.tsx'
import { say } from '#web/ui/say.tsx'
import type { createProduct } from '../domain/contract.ts'
import styles from './products.module.css'

type Written = OutputOf<typeof createProduct>

/** Links to the products that share a code. */
export function SameCode({ same }: { same: Written['sameSku'] }) {
  const { t } = useTranslation('products')
  return (
    <Text size="sm" component="div" className={styles.sameCode}>
      {t('said.same-code')} <RecordLinks records={same} address={(id) => `/product-overview/${id}`} />
    </Text>
  )
}

/** Warns after saving that other products have the same SKU. */
export function tellSameSku({ sameSku }: Written): void {
  if (sameSku.length > 0) say.doubt(<SameCode same={sameSku} />)
}
