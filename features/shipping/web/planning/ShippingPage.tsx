import { useTranslation } from 'react-i18next'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ShippingPlanner } from './ShippingPlanner.tsx'

/** Which invoiced orders go on which truck, and which trucks are out. */
export default function ShippingPage() {
  const { t } = useTranslation('shipping')
  return (
    <>
      <PageHeader title={t('title.planning')} />
      <ShippingPlanner />
    </>
  )
}
