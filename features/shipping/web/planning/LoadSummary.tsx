import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { addressStopsOf } from '../../domain/stops/address-stops.ts'
import styles from './shipping.module.css'
import type { PlannedStop } from './stop-order.ts'
import { useLoad } from './use-load.ts'

/** Shows the load: goods and lent items by product, the number of parcels, and the total. */
export function LoadSummary({ stops }: { stops: readonly PlannedStop[] }) {
  const { t } = useTranslation('shipping')
  const load = useLoad(stops)
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm">
          {t('shipment.stops', { count: addressStopsOf(stops).length })}
          {load.data ? ` · ${t('parcels', { count: load.data.parcels })}` : null}
        </Text>
        {load.data ? <MoneyText value={load.data.total} /> : null}
      </Group>
      {load.error ? <RefusalText error={load.error} retry={() => void load.refetch()} /> : null}
      {load.data ? (
        <details className={styles.load}>
          <summary>
            {t('load.title')}: {load.data.goods.length + load.data.loans.length}
          </summary>
          <Pieces title={t('load.goods')} pieces={load.data.goods} />
          <Pieces title={t('load.loans')} pieces={load.data.loans} />
        </details>
      ) : null}
    </Stack>
  )
}

type Piece = { readonly productId: number; readonly name: string; readonly unit: string; readonly quantity: number }

function Pieces({ title, pieces }: { title: string; pieces: readonly Piece[] }) {
  if (pieces.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {pieces.map((piece) => (
          <li key={piece.productId}>
            <span>{piece.name}</span>
            <QuantityText value={piece.quantity} unit={piece.unit} />
          </li>
        ))}
      </ul>
    </>
  )
}
