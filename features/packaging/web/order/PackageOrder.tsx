import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Package } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { lazyDialog } from '#web/lazy-part.tsx'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { useMay, usePerson } from '#web/session.ts'
import { refusalText } from '#web/ui/problems.ts'
import { packagingRights } from '../../domain/rights.ts'
import { pressOf } from '../box/packing.ts'

const PackHere = lazyDialog(
  ({ opened }) => opened,
  async () => (await import('../box/PackHere.tsx')).PackHere,
)

/**
 * Packages an order that waits for it, in a dialog over the page on which the person is. Says that an earlier press waits on the device, or why it
 * was refused.
 */
export function PackageOrder({ order: { id } }: { order: OrderDetail }) {
  const { t } = useTranslation('packaging')
  const person = usePerson()
  const [opened, { open, close }] = useDisclosure(false)
  if (!useMay(packagingRights.read) || person === null) return null
  return (
    <>
      <Button variant="filled" leftSection={<Package size={16} aria-hidden />} onClick={open}>
        {t('action.package-order')}
      </Button>
      {opened ? null : <EarlierPress id={id} personId={person.id} />}
      <PackHere id={id} opened={opened} close={close} />
    </>
  )
}

function EarlierPress({ id, personId }: { id: number; personId: number }) {
  const { t } = useTranslation('packaging')
  const earlier = pressOf(useDeviceActions(personId).actions, id)
  if (earlier === undefined) return null
  return (
    <Text size="sm" role="status" c={earlier.refusal ? 'var(--mantine-color-error)' : 'dimmed'}>
      {earlier.refusal ? refusalText(earlier.refusal) : t('waits.text')}
    </Text>
  )
}
