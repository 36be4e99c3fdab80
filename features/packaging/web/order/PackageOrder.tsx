import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Package } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { lazyDialog } from '#web/lazy-part.tsx'
import { useMayOpen } from '#web/may-open.ts'

type PackProps = { id: number; opened: boolean; close: () => void }

const PackHere = lazyDialog<PackProps>(
  ({ opened }) => opened,
  async () => {
    const { PackHere: Dialog } = await import('../box/PackHere.tsx')
    return ({ id, opened, close }) => (opened ? <Dialog id={id} close={close} /> : null)
  },
)

/** Packages an order that waits for it, in a dialog over the page on which the person is. */
export function PackageOrder({ order: { id } }: { order: OrderDetail }) {
  const { t } = useTranslation('packaging')
  const [opened, { open, close }] = useDisclosure(false)
  if (!useMayOpen('/packaging')) return null
  return (
    <>
      <Button variant="filled" leftSection={<Package size={16} aria-hidden />} onClick={open}>
        {t('action.package-order')}
      </Button>
      <PackHere id={id} opened={opened} close={close} />
    </>
  )
}
