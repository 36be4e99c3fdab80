/** The port to outgoing mail. */

export type OutgoingMail = {
  /** Ours, the same at every try, so that a mailbox that gets it twice shows it once. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }[]
}

export type MailOutcome =
  /** The mail server, or the folder of outgoing mail, has it. */
  | { readonly kind: 'sent' }
  /** The mail server will never take it as it is. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Not now: try again. */
  | { readonly kind: 'later'; readonly message: string }

export type Mailer = {
  /** Hands a mail on. Never throws for what the server or the line may do. */
  send(mail: OutgoingMail): Promise<MailOutcome>
}
