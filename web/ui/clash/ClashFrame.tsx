import { Alert } from '@mantine/core'
import { Users } from '#web/ui/icon/icons.ts'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  title: string
  children: ReactNode
  /** Removes the message. Without it the message stays until the person has decided. */
  close?: () => void
  boxRef?: Ref<HTMLDivElement>
}

/** The frame of a message about a record that another person changed at the same time. */
export function ClashFrame({ title, children, close, boxRef }: Props) {
  const { t } = useTranslation('frame')
  return (
    <Alert
      ref={boxRef}
      color="orange"
      variant="light"
      role="alert"
      mt="md"
      styles={{ title: { color: 'var(--mantine-color-text)' }, message: { color: 'var(--mantine-color-text)' } }}
      icon={<Users size={16} aria-hidden />}
      title={title}
      {...(close ? { withCloseButton: true, closeButtonLabel: t('action.close'), onClose: close } : {})}
    >
      {children}
    </Alert>
  )
}
