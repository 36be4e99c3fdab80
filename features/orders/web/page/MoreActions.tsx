import { ActionIcon, Menu, Stack, Text } from '@mantine/core'
import { Copy, EllipsisVertical } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { refusalText } from '#web/ui/problems.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { useCopyLink } from '../CopyLink.tsx'
import type { Choice } from '../order-parts.ts'
import { isGrave } from './action-order.ts'

type Props<C extends Choice> = {
  choices: readonly C[]
  /** The order that an entry copies, or null for no such entry. */
  copied: OrderDetail | null
  press: (name: C['name']) => void
}

/** The menu of what is pressed seldom, on screens too narrow for its buttons. What ends the order stands last, and red. */
export function MoreActions<C extends Choice>({ choices, copied, press }: Props<C>) {
  const { t } = useTranslation('orders')
  const copy = useCopyLink(copied)
  if (choices.length === 0 && copy === null) return null
  const grave = choices.filter(({ name }) => isGrave(name))
  const others = choices.filter(({ name }) => !isGrave(name))
  const item = ({ name, closed }: C) => (
    <Menu.Item
      key={name}
      disabled={closed !== null}
      {...(isGrave(name) ? { color: 'red' } : {})}
      onClick={() => press(name)}
    >
      <Stack gap={0}>
        {t(`action.${name}`)}
        {closed ? <Text size="xs">{refusalText(closed)}</Text> : null}
      </Stack>
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more-actions')} title={t('more-actions')}>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(item)}
        {copy === null ? null : (
          <Menu.Item component={PageLink} to={copy.to} leftSection={<Copy size={16} aria-hidden />}>
            {copy.text}
          </Menu.Item>
        )}
        {grave.length > 0 && (others.length > 0 || copy !== null) ? <Menu.Divider /> : null}
        {grave.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
