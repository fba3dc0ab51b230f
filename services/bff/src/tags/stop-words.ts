import type { Language } from '@sello/contracts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Words without a subject, by language: articles, prepositions, pronouns, auxiliary verbs, and the phrases that stand
 * on every certificate ("this is to certify that"), which general lists do not have.
 */
const stopWords: Record<Language, readonly string[]> = {
  en: words(`
    a about above after again against all also am an and another any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further had has have having he her
    here hers herself him himself his how i if in into is it its itself just like made make many may me might more most
    much must my myself no nor not now of off on once only onto or other our ours out over own per same shall she should
    so some such than that the their theirs them then there these they this those through to too under until up upon us
    very via was we were what when where which while who whom whose why will with within without would you your yours
    accordance achieved acknowledges awarded awards bears behalf bestowed bestows certificate certificates certified
    certifies certify completed completes completing conferred confers congratulations date dated day days earned
    evidence final found full fulfilled full-time given grade granted grants hereby hereunto hour hours issued issues
    met minutes month months mr mrs ms name named number page part-time passed present presented presents proudly
    recipient recognition recognises recognizes satisfaction satisfactorily satisfied say score scored signature signed
    student successfully testify thereof total undersigned valid verify weeks whereof witness year years
    january february march april june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    one two three four five six seven eight nine ten eleven twelve`),
  es: words(`
    a acá ahí al algo alguna algunas alguno algunos algún allí ambos ante antes aquel aquella aquellas aquellos aquí
    así aun aunque aún bajo bien cada casi como con contra cual cuales cualquier cuando cuanto cuya cuyo cuál cuándo cómo
    de del desde donde dos durante dónde e el ella ellas ello ellos en entre era eran es esa esas ese eso esos esta
    estaba estas este esto estos está están fue fueron ha haber habiendo habiéndose había habían hacia han hasta hay he
    hemos hubo incluso la las le les lo los luego mas me mediante mi mientras mis misma mismas mismo mismos mucho muchos
    muy más mí nada ni ninguna ninguno ningún no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro
    otros para pero poca poco pocos por porque pues que quien quienes qué quién se sea según ser será si sido sin sino
    sobre solo son su sus sí sólo tal también tampoco tan tanto te tener tengo ti tiene tienen toda todas todo todos tras
    tu tus tuvo u un una unas uno unos usted ustedes vez y ya yo él éste ésta
    acredita acreditar aprobado aprobó calidad certifica certificado certificados certificamos certificar concede
    conceden concluido concluyó conferido conferir confiere constancia consta cumplido cumplió culminado culminó debida
    debidamente duración días día entera entrega expide expedido extiende fecha final finalizado finalizó firma firmado
    firman fines haber hora horas hace hacen identificado identificada mes meses nombre nota número número obtenido obtuvo
    otorga otorgado otorgamos otorgar otorgan presente presentes realizado realizó reconocimiento reconoce satisfacción
    satisfactoriamente señor señora sr sra suscrito título trabajo válido verificar exitosamente éxito asistió participó
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
    lunes martes miércoles jueves viernes sábado domingo año años
    uno dos tres cuatro cinco seis siete ocho nueve diez once doce`),
  pt: words(`
    a ainda ali ao aos apenas aquela aquelas aquele aqueles aqui aquilo as assim até através cada com como contra contudo
    cuja cujo da daquela daquele das de dela delas dele deles desde dessa dessas desse desses desta destas deste destes
    disso disto do dos durante e ela elas ele eles em embora enquanto entre era eram essa essas esse esses esta estamos
    estas estava este estes está estão eu foi foram havia há isso isto já la lhe lhes lo logo mais mas me mediante mesma
    mesmas mesmo mesmos meu meus minha minhas muita muito muitos na nas nem nenhum nenhuma nessa nesse nesta neste no nos
    nossa nossas nosso nossos num numa não nós o onde os ou outra outras outro outros para pela pelas pelo pelos per perante
    pois por porque pouca pouco poucos qual quais quando quanto que quem quê se seja sem sendo ser será seu seus si sido sob
    sobre sua suas são só tal também tanto tem tendo ter teve têm toda todas todo todos tu tua um uma umas uns vos você
    vocês à às é
    aproveitamento aprovado certifica certificado certificados certificamos certificar certifico concede concedido concluiu
    concluído conferido confere conferir conforme cumpriu data devidamente dia dias direito duração emitido expedido faz
    final finalizou firma fins grau hora horas inteira mês meses nome nota número obteve obtido outorga outorgado pleno
    participou presente presentes realizado realizou reconhece reconhecimento requisitos satisfação sr sra senhor senhora
    subscrito título trabalho válido verificar carga horária assinatura êxito sucesso
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo ano anos
    um dois duas três quatro cinco seis sete oito nove dez onze doze`),
};

/** Small words that join two others into one name: "gestão de projetos", "history of art". */
const joining: Record<Language, readonly string[]> = {
  en: ['of'],
  es: ['de', 'del'],
  pt: ['de', 'da', 'do', 'das', 'dos'],
};

/** Titles of people, without full stops: what follows them is a name. */
export const honorifics: ReadonlySet<string> = new Set(
  words(
    'dr dra drs prof profa professor professora mr mrs ms miss sr sra srta mg mgtr lic ing arq phd msc mba',
  ),
);

/** Those who sign, where such a word begins a line: what follows is their department. */
export const signers: ReadonlySet<string> = new Set(
  words(`chair chairman chairperson chairwoman coordinator dean director examiner examiners facilitator founder head
    headmaster headmistress instructor jury manager president principal registrar secretary teacher trainer tutor
    coordinador coordinadora decana decano directora docente facilitador facilitadora formador formadora gerente
    instructora jurado presidenta presidente rector rectora secretaria secretario tutora
    coordenador coordenadora diretor diretora examinador instrutor instrutora júri orientador orientadora reitor reitora
    secretária secretário`),
);

type WordSets = Record<Language, ReadonlySet<string>>;
const setsOf = ({ en, es, pt }: Record<Language, readonly string[]>): WordSets => ({
  en: new Set(en),
  es: new Set(es),
  pt: new Set(pt),
});

const stops = setsOf(stopWords);
const everyStop: ReadonlySet<string> = new Set(Object.values(stopWords).flat());
const joins = setsOf(joining);
const everyJoin: ReadonlySet<string> = new Set(Object.values(joining).flat());

/** Those of one language; of all three when the language is not known. */
export const stopWordsOf = (language: Language | undefined) => (language ? stops[language] : everyStop);
export const joiningWordsOf = (language: Language | undefined) => (language ? joins[language] : everyJoin);
