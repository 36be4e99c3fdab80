import { Button, Group, Menu } from '@mantine/core'
import { Boxes, Coins, History, PackageX } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productsRights } from '#features/products/domain/rights.ts'
import { ProductCostDialog } from '#features/products/web/ProductCostDialog.tsx'
import { MissingMaterialsDialog } from '#features/stock/web/MissingMaterialsDialog.tsx'
import { StockStatusDialog } from '#features/stock/web/StockStatusDialog.tsx'
import type { UnitPrice } from '#kernel/money.ts'
import { useMay } from '#web/session.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { needsOf } from '../../domain/order.ts'
import { RowMenu } from '#web/ui/table/RowMenu.tsx'
import { SalesHistoryDialog } from '../sales-history/SalesHistoryDialog.tsx'

type Line = Pick<OrderDetail['lines'][number], 'productId' | 'name' | 'salesPrice'>

/** The dialog that is open for a line. */
export type ShownOfLine = { readonly what: 'history' | 'cost'; readonly line: Line }

/** A line and its pressed button. */
export type PressedLine = { readonly line: Line; readonly button: HTMLElement }

type MenuProps = {
  pressed: PressedLine | null
  within: HTMLElement | null
  close: () => void
  show: (shown: ShownOfLine) => void
}

/** Shows the menu of a line: its past sales, and its cost. */
export function LineMoreMenu({ pressed, within, close, show }: MenuProps) {
  const { t } = useTranslation('orders')
  const seesCosts = useMay(productsRights.cost)
  const items = (line: Line) => (
    <>
      <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={() => show({ what: 'history', line })}>
        {t('line.history')}
      </Menu.Item>
      {seesCosts ? (
        <Menu.Item leftSection={<Coins size={16} aria-hidden />} onClick={() => show({ what: 'cost', line })}>
          {t('line.cost')}
        </Menu.Item>
      ) : null}
    </>
  )
  return (
    <RowMenu
      button={pressed?.button ?? null}
      within={within}
      label={pressed ? t('line.more', { name: pressed.line.name }) : ''}
      close={close}
    >
      {pressed ? items(pressed.line) : null}
    </RowMenu>
  )
}

/** Shows the dialogs that the menus of the lines open. */
export function LineDialogs({
  shown,
  customerId,
  close,
}: {
  shown: ShownOfLine | null
  customerId: number
  close: () => void
}) {
  const seesCosts = useMay(productsRights.cost)
  if (shown === null) return null
  const { productId, salesPrice } = shown.line
  return (
    <>
      <SalesHistoryDialog
        opened={shown.what === 'history'}
        onClose={close}
        productId={productId}
        customerId={customerId}
      />
      {seesCosts ? (
        <ProductCostDialog
          opened={shown.what === 'cost'}
          onClose={close}
          productId={productId}
          salesPrice={salesPrice as UnitPrice}
        />
      ) : null}
    </>
  )
}

/** Offers the stock status and the missing materials of the whole order. */
export function OrderStockButtons({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const [opened, setOpened] = useState<'status' | 'materials' | null>(null)
  const dialog = { lines: needsOf(order), orderId: order.id, onClose: () => setOpened(null) }
  return (
    <Group gap="xs" p="sm">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Boxes size={14} aria-hidden />}
        onClick={() => setOpened('status')}
      >
        {t('stock.status')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<PackageX size={14} aria-hidden />}
        onClick={() => setOpened('materials')}
      >
        {t('stock.materials')}
      </Button>
      <StockStatusDialog opened={opened === 'status'} {...dialog} />
      <MissingMaterialsDialog opened={opened === 'materials'} {...dialog} />
    </Group>
  )
}
