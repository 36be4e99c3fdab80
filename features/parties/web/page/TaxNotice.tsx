import { Alert, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { lacksAddress, missingAddress } from '#kernel/tax/customer-address.ts'
import { uncodedPlaceOf } from '#kernel/tax/country.ts'
import type { StoredParty } from '../form/party-form.ts'

/** Returns what documents for a customer lack, or why the tax office takes none; null if nothing is to be said. */
function noticeOf(customer: StoredParty) {
  const uncoded = uncodedPlaceOf(customer, 'goods')
  if (uncoded !== null) return uncoded
  if (missingAddress(customer) !== null) return 'address-abroad'
  return lacksAddress(customer) ? 'no-address' : null
}

/** Says on the page of a customer what its documents will lack, and what to do, long before one is issued. */
export function TaxNotice({ customer }: { customer: StoredParty }) {
  const { t } = useTranslation('parties')
  const notice = noticeOf(customer)
  return notice === null ? null : (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      icon={<TriangleAlert size={16} aria-hidden />}
      data-tax-notice={notice}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {t(`tax-notice.${notice}`, { name: customer.name })}
      </Text>
    </Alert>
  )
}
