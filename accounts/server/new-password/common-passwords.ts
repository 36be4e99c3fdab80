/** The common passwords and words. None may be set as a password, also with a few digits. Only the server has them, because the list is long. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { fold } from '#kernel/fold.ts'

/** Common passwords that the published list lacks: long forms of those in it, and Greek ones. */
const ALSO_COMMON = `
  0123456789 0987654321 9876543210 password12345 passw0rd123 p@ssw0rd123 p@ssword123 mypassword1 iloveyou1234
  letmein1234 welcome1234 admin12345 admin123456 administrator1 abcdefghij abcdefghijk abc1234567 abcd1234567
  123123123123 1111111111 0000000000 baseball123 princess123 sunshine123 monkey12345 dragon12345 master12345
  changeme123 changemenow default123 secret1234 test123456 test1234567 testtest123 testpassword temporary123
  unknown123 trustno1trustno1 whatever123 computer123 internet123 facebook123 google12345 jennifer123 jordan12345
  liverpool123 chelsea123 blink182blink asdf123456 asdfasdfasdf thisispassword correcthorsebatterystaple olympiakos
  olympiakos7 olympiacos panathinaikos panathinaikos13 aekaekaekaek paokpaokpaok paok4ever123 kalimera123 kalispera123
  sagapo12345 sagapopoly kodikos123 kodikos1234 ελλαδα1234 ελλαδα2004 κωδικος123 κωδικος1234 κωδικος12345 καλημερα123
  καλησπερα123 σαγαπω12345 σαγαπωπολυ ολυμπιακος παναθηναικος κερι123456 kerino12345 kerino123456`

/** The first words that come to mind in the languages of the product: its name, seasons, months, days of the week, places, "password". */
const FIRST_WORDS = `
  kerino kerina keria candle candles κερινο κερινα κερι κερια κηρος
  καλοκαιρι χειμωνας ανοιξη φθινοπωρο πασχα χριστουγεννα ελλαδα ελλας αθηνα θεσσαλονικη κωδικος καλημερα καλησπερα σαγαπω
  ιανουαριος φεβρουαριος μαρτιος απριλιος μαιος ιουνιος ιουλιος αυγουστος σεπτεμβριος οκτωβριος νοεμβριος δεκεμβριος
  δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο κυριακη
  kalokairi xeimonas heimonas anoixi anoiksi fthinoporo pasxa ellada hellas athina athens thessaloniki kodikos kwdikos
  spring summer autumn winter january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday password passwort welcome admin administrator office
  estate inverno primavera autunno benvenuto verano invierno otono contrasena bienvenido
  лето зима весна осень пароль москва лозинка пролеће јесен leto zima prolece jesen lozinka`

const SHORTEST_WORD = 4

/** The common passwords and words, folded. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [...dictionary['passwords-common'], ...`${ALSO_COMMON} ${FIRST_WORDS}`.trim().split(/\s+/)]
    .filter((password) => Array.from(password).length >= SHORTEST_WORD)
    .map(fold),
)
