import { Group, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useDeferredValue, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type PanelName, usePanelShown, useTableHeight } from './board-memory.ts'
import { SCROLL_HEIGHT } from './board-sizes.ts'
import { NeedPanel } from './NeedPanel.tsx'
import styles from './operations.module.css'
import { ResizeBar } from './ResizeBar.tsx'

type Props = {
  /** The filters of the orders that the panels count. */
  orders: Readonly<Record<string, unknown>>
  /** Renders the order table. The argument is its CSS height. */
  table: (height: string) => ReactNode
  /** The element for the switches of the panels, beside the tabs. */
  toggles: HTMLElement | null
  /** The CSS height of the table when no panel is shown. */
  alone: string
}

/**
 * Shows the order table, the bar that resizes it, and the panels below. With both panels, the whole is 75 % of the
 * window height. The table has its own height and the panels share the rest.
 */
export function BoardPanels({ orders, table, toggles, alone }: Props) {
  const [products, showProducts] = usePanelShown('products')
  const [materials, showMaterials] = usePanelShown('materials')
  const [height, keepHeight] = useTableHeight()
  const area = useRef<HTMLDivElement>(null)
  const tableId = useId()
  const phone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const wide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const both = products && materials
  const some = products || materials
  const preview = (next: number) => area.current?.style.setProperty('--table-height', `${next}px`)
  const panelHeight = both && wide ? 'fill' : `${both ? SCROLL_HEIGHT.stackedPanel : SCROLL_HEIGHT.onePanel}px`
  // the panels are drawn after the orders, in parts of some milliseconds
  const drawsPanels = useDeferredValue(true, false)
  const panel = (name: PanelName) => <NeedPanel name={name} orders={orders} height={panelHeight} />

  return (
    <>
      {toggles
        ? createPortal(
            <Toggles shown={{ products, materials }} show={{ products: showProducts, materials: showMaterials }} />,
            toggles,
          )
        : null}
      <div
        ref={area}
        className={styles.area}
        data-both={both && wide ? true : undefined}
        style={{ '--table-height': `${height}px` } as CSSProperties}
      >
        <div id={tableId} className={some && !phone ? styles.tableArea : undefined}>
          {table(phone ? 'none' : some ? 'fill' : alone)}
        </div>
        {some && !phone ? <ResizeBar height={height} controls={tableId} preview={preview} settle={keepHeight} /> : null}
        {some ? (
          <div className={styles.panels}>
            {drawsPanels && products ? panel('products') : null}
            {drawsPanels && materials ? panel('materials') : null}
          </div>
        ) : null}
      </div>
    </>
  )
}

type TogglesProps = {
  shown: Readonly<Record<PanelName, boolean>>
  show: Readonly<Record<PanelName, (shown: boolean) => void>>
}

function Toggles({ shown, show }: TogglesProps) {
  const { t } = useTranslation('operations')
  return (
    <Group gap="md" role="group" aria-label={t('panel.toggles')}>
      {(['products', 'materials'] as const).map((name) => (
        <Switch
          key={name}
          label={t(`panel.${name}`)}
          checked={shown[name]}
          onChange={(event) => show[name](event.currentTarget.checked)}
        />
      ))}
    </Group>
  )
}
