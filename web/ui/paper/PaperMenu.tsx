import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation.tsx'
import { ChevronDown, FileText, Printer } from '#web/ui/icon/icons.ts'

type Props = {
  label: string
  /** The page that prints the paper. */
  print: { readonly label: string; readonly to: string }
  pdf: { readonly label: string; readonly address: string }
  /** Further entries, such as one that mails the paper. */
  children?: ReactNode
}

/** Offers the paper of a record: its print view, its PDF, and more. */
export const PaperMenu = ({ label, print, pdf, children }: Props) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        variant="default"
        leftSection={<FileText size={16} aria-hidden />}
        rightSection={<ChevronDown size={14} aria-hidden />}
      >
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item component={PageLink} to={print.to} leftSection={<Printer size={16} aria-hidden />}>
        {print.label}
      </Menu.Item>
      <Menu.Item component="a" href={pdf.address} target="_blank" leftSection={<FileText size={16} aria-hidden />}>
        {pdf.label}
      </Menu.Item>
      {children}
    </Menu.Dropdown>
  </Menu>
)
