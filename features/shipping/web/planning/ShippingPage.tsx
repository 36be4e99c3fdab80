import { useTranslation } from 'react-i18next'
import { ShippingPlanner } from './ShippingPlanner.tsx'

/** Shows the planning of invoiced orders into shipments, and the open shipments. */
export default function ShippingPage() {
  const { t } = useTranslation('shipping')
  return <ShippingPlanner title={t('title.planning')} />
}
