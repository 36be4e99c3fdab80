import { ActionIcon, TextInput } from '@mantine/core'
import { ArrowDownUp, Search, X } from '#web/ui/icon/icons.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './orders-head.module.css'

type OrdersHeadProps = {
  /** The typed search, or null while the field is closed. */
  search: string | null
  setSearch: (search: string | null) => void
  /** Opens the list in which stops are reordered; absent if there is nothing to reorder. */
  reorder: (() => void) | undefined
}

/** Shows the title of the orders, with a button that opens the search, and one that changes the order of the stops. */
export function OrdersHead({ search, setSearch, reorder }: OrdersHeadProps) {
  const { t } = useTranslation('driver')
  const field = useRef<HTMLInputElement>(null)
  const isOpen = search !== null
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  return (
    <div className={styles.head}>
      <h2 id="orders">{t('driver.orders')}</h2>
      {reorder ? (
        <ActionIcon variant="default" aria-label={t('order.title')} onClick={reorder}>
          <ArrowDownUp size={20} aria-hidden />
        </ActionIcon>
      ) : null}
      <ActionIcon
        variant="default"
        aria-expanded={search !== null}
        aria-label={t(search === null ? 'find.open' : 'find.close')}
        onClick={() => setSearch(search === null ? '' : null)}
      >
        {search === null ? <Search size={20} aria-hidden /> : <X size={20} aria-hidden />}
      </ActionIcon>
      {search === null ? null : (
        <TextInput
          ref={field}
          type="search"
          className={styles.search}
          aria-label={t('find.open')}
          placeholder={t('find.by')}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
