import { Button, Text } from '@mantine/core'
import { Package } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderActionProps } from '#features/orders/web/order-parts.ts'
import { lazyDialog } from '#web/lazy-part.tsx'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { useMay, usePerson } from '#web/session.ts'
import { refusalText } from '#web/ui/problems.ts'
import { packagingRights } from '../../domain/rights.ts'
import { pressOf } from '../box/packing.ts'

type PackProps = { id: number; opened: boolean; close: () => void }

const PackHere = lazyDialog<PackProps>(
  ({ opened }) => opened,
  async () => {
    const { PackHere: Dialog } = await import('../box/PackHere.tsx')
    return ({ id, opened, close }) => (opened ? <Dialog id={id} close={close} /> : null)
  },
)

/** Packages an order that waits for it, in a dialog over the page on which the person is. Says that an earlier press waits on the device, or why it was refused. */
export function PackageOrder({ order: { id }, offered, hold }: OrderActionProps) {
  const { t } = useTranslation('packaging')
  const person = usePerson()
  const [opened, setOpened] = useState(false)
  const show = (isOpen: boolean) => {
    setOpened(isOpen)
    hold(isOpen)
  }
  if (!useMay(packagingRights.read) || person === null) return null
  return (
    <>
      {offered ? (
        <Button variant="filled" leftSection={<Package size={16} aria-hidden />} onClick={() => show(true)}>
          {t('action.package-order')}
        </Button>
      ) : null}
      {offered && !opened ? <EarlierPress id={id} personId={person.id} /> : null}
      <PackHere id={id} opened={opened} close={() => show(false)} />
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
