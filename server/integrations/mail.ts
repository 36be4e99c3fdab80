/** The port to outgoing mail. */

export type OutgoingMail = {
  /** Ours, the same at every try, so that a mailbox that gets it twice shows it once. */
  readonly messageId: string
  /** Everybody it is for, as it stands in the mail. */
  readonly to: string
  /** Whom it is handed on for now; everybody when left out. */
  readonly recipients?: readonly string[]
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }[]
}

export type MailFate =
  /** The mail server, or the folder of outgoing mail, has it. */
  | { readonly kind: 'sent' }
  /** The mail server will never take it as it is. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Not now: try again. */
  | { readonly kind: 'later'; readonly message: string }
  /** It was handed over complete and no answer came: it may have gone. */
  | { readonly kind: 'unsure'; readonly message: string }

/** What became of a mail: the same for everybody, or of each address its own. */
export type MailOutcome = MailFate | { readonly kind: 'mixed'; readonly each: Readonly<Record<string, MailFate>> }

export type Mailer = {
  /**
   * Hands a mail on. Never throws for what the server or the line may do. `handOver` is asked just before the server is told
   * that the mail is complete; when it says no, the mail is broken off.
   */
  send(mail: OutgoingMail, handOver?: () => Promise<boolean>): Promise<MailOutcome>
}
