/** Texts like those of certificates, at least one per script: sentences with numbers, quotes, brackets and dashes. */
export const texts: readonly { language: string; font: string; text: string }[] = [
  {
    language: 'en',
    font: 'Newsreader',
    text: 'This is to certify that Mary-Jane O’Connor (born 12/03/1998) completed the well-known course “Hospital Pharmacy: Dispensing and Stewardship” with a mark of 9.5/10—the best of 1,204 participants. Further particulars: see page 3, § 4.2; the fee was $1,250.00 (20% off).',
  },
  {
    language: 'es',
    font: 'Source Sans 3',
    text: 'Se certifica que D.ª Lucía Fernanda Quispe Mamani, con DNI n.º 70.418.821-K, ha superado el curso «Gestión de la calidad en centros socio-sanitarios» (120 horas), del 3 al 30 de octubre de 2026. ¿Dónde? ¡En Arequipa! El certificado consta en el registro.',
  },
  {
    language: 'fr',
    font: 'Newsreader',
    text: 'Le présent diplôme atteste que l’étudiante a suivi avec succès le cours «\u00a0Économie de l’environnement\u00a0»\u202f; durée : 40 heures, c’est-à-dire cinq semaines. Peut-être voudra-t-elle poursuivre ses études au-delà de la licence\u202f!',
  },
  {
    language: 'de',
    font: 'Source Serif 4',
    text: 'Hiermit wird bescheinigt, dass Frau Dr. Müller-Lüdenscheidt den „Lehrgang für Arbeits- und Gesundheitsschutz“ erfolgreich abgeschlossen hat (Donaudampfschifffahrtsgesellschaft, Straße 12 a). Sie erreichte 95 % der Punkte.',
  },
  {
    language: 'el',
    font: 'Gentium Book Plus',
    text: 'Πιστοποιείται ότι η Μαρία Παπαδοπούλου ολοκλήρωσε με επιτυχία το πρόγραμμα «Διοίκηση Μονάδων Υγείας» διάρκειας 120 ωρών, από 3/3/2026 έως 30/10/2026· βαθμός: 9,1 στα 10.',
  },
  {
    language: 'ru',
    font: 'Gentium Book Plus',
    text: 'Настоящий сертификат подтверждает, что Щербаков Иван Петрович успешно завершил обучение по программе «Управление качеством» в объёме 120 часов — с 3 марта по 30 октября 2026 г. Регистрационный номер: № 1204-К.',
  },
  {
    language: 'ar',
    font: 'Noto Naskh Arabic',
    text: 'تشهد الأكاديمية بأن الطالبة فاطمة الزهراء بنت محمد قد أتمت بنجاح دورة «إدارة المستشفيات» (120 ساعة) من 3 مارس إلى 30 أكتوبر 2026، وحصلت على تقدير ممتاز بنسبة 95٪؛ رقم الشهادة: AB1204.',
  },
  {
    language: 'he',
    font: 'Noto Sans Hebrew',
    text: 'הננו לאשר כי גברת רחל בן־דוד (ת"ז 123456789) סיימה בהצלחה את הקורס "ניהול מערכות בריאות" בהיקף של 120 שעות, בין 3.3.2026 ל-30.10.2026, בציון 95. מספר תעודה: AB1204.',
  },
  {
    language: 'hi',
    font: 'Noto Sans Devanagari',
    text: 'प्रमाणित किया जाता है कि श्री राहुल शर्मा ने “अस्पताल प्रबंधन” पाठ्यक्रम (१२० घंटे) दिनांक 3 मार्च से 30 अक्टूबर 2026 तक सफलतापूर्वक पूर्ण किया है। हम उनके उज्ज्वल भविष्य की कामना करते हैं।',
  },
  {
    language: 'bn',
    font: 'Noto Sans Bengali',
    text: 'এই মর্মে প্রত্যয়ন করা যাচ্ছে যে, শ্রী অনির্বাণ চট্টোপাধ্যায় ‘হাসপাতাল ব্যবস্থাপনা’ কোর্সটি (১২০ ঘণ্টা) কৃতিত্বের সাথে সম্পন্ন করেছেন। আমরা তাঁর উজ্জ্বল ভবিষ্যৎ কামনা করি।',
  },
  {
    language: 'ta',
    font: 'Noto Sans Tamil',
    text: 'திரு. முத்துக்குமார் அவர்கள் “மருத்துவமனை மேலாண்மை” எனும் பயிற்சியை (120 மணி நேரம்) வெற்றிகரமாக நிறைவு செய்துள்ளார் எனச் சான்றளிக்கப்படுகிறது. அவரது எதிர்காலம் சிறக்க வாழ்த்துகிறோம்.',
  },
  {
    language: 'th',
    font: 'Noto Sans Thai',
    text: 'ขอรับรองว่านางสาวสมหญิง ใจดี ได้สำเร็จการฝึกอบรมหลักสูตรการบริหารจัดการโรงพยาบาลสมัยใหม่ จำนวน ๑๒๐ ชั่วโมง ระหว่างวันที่ 3 มีนาคม ถึง 30 ตุลาคม 2569 ณ มหาวิทยาลัยเชียงใหม่ ด้วยผลการเรียนดีเยี่ยม (เกรด A) ขอให้ประสบความสำเร็จในหน้าที่การงานสืบไป',
  },
  {
    language: 'km',
    font: 'Noto Sans Khmer',
    text: 'សូមបញ្ជាក់ថា លោកស្រី សុខ សុភា បានបញ្ចប់វគ្គបណ្តុះបណ្តាលស្តីពីការគ្រប់គ្រងមន្ទីរពេទ្យ រយៈពេល ១២០ ម៉ោង ដោយជោគជ័យ។ យើងខ្ញុំសូមជូនពរឱ្យទទួលបានជោគជ័យក្នុងការងារ។',
  },
  {
    language: 'lo',
    font: 'Noto Sans Lao',
    text: 'ຂໍຢັ້ງຢືນວ່າ ທ້າວ ສົມພອນ ແກ້ວມະນີ ໄດ້ສຳເລັດການຝຶກອົບຮົມຫຼັກສູດການຄຸ້ມຄອງໂຮງໝໍ ຈຳນວນ 120 ຊົ່ວໂມງ ດ້ວຍຜົນການຮຽນດີເລີດ ຂໍໃຫ້ປະສົບຜົນສຳເລັດໃນໜ້າທີ່ການງານຕໍ່ໄປ',
  },
  {
    language: 'my',
    font: 'Noto Sans Myanmar',
    text: 'ဒေါ်အောင်ဆန်းမြင့်သည် ဆေးရုံစီမံခန့်ခွဲမှုသင်တန်း (နာရီ ၁၂၀) ကို အောင်မြင်စွာပြီးဆုံးခဲ့ကြောင်း အသိအမှတ်ပြုအပ်ပါသည်။ နောင်အနာဂတ်တွင် အောင်မြင်မှုများရရှိပါစေဟု ဆုမွန်ကောင်းတောင်းအပ်ပါသည်။',
  },
  {
    language: 'ja',
    font: 'Yusei Magic',
    text: '上記の者は、本学が開講する「病院経営マネジメント講座」（全120時間）を優秀な成績で修了したことを証する。ファーマシー・コースの受講者ちょっと（1,204名）のうち、首席であった。二〇二六年十月三十日、東京にて。っていう例文ー？！',
  },
  {
    language: 'zh-CN',
    font: 'Noto Sans SC',
    text: '兹证明李小龙同学（身份证号：110101199003071234）于2026年3月3日至10月30日参加“医院管理与药学服务”培训课程，共120学时，成绩优秀，准予结业。《结业证书》编号：AB1204；特发此证，以资鼓励！',
  },
  {
    language: 'ko',
    font: 'Noto Sans KR',
    text: '위 사람은 본교에서 개설한 「병원 경영 관리」 과정(총 120시간)을 우수한 성적으로 수료하였기에 이 증서를 수여합니다. 2026년 10월 30일, 서울대학교 총장 김철수 (직인). 앞으로의 발전을 기원합니다!',
  },
  {
    language: 'hy',
    font: 'Noto Sans Armenian',
    text: 'Սույնով հաստատվում է, որ Անի Հակոբյանը հաջողությամբ ավարտել է «Հիվանդանոցի կառավարում» դասընթացը (120 ժամ)՝ 2026 թվականի մարտի 3-ից հոկտեմբերի 30-ը։ Մաղթում ենք հաջողություններ։',
  },
  {
    language: 'ka',
    font: 'Noto Sans Georgian',
    text: 'ვადასტურებთ, რომ გიორგი ბერიძემ წარმატებით დაასრულა კურსი „საავადმყოფოს მართვა“ (120 საათი) 2026 წლის 3 მარტიდან 30 ოქტომბრამდე. გისურვებთ წარმატებებს!',
  },
  {
    language: 'am',
    font: 'Noto Sans Ethiopic',
    text: 'ይህ የምስክር ወረቀት ለአቶ አበበ ከበደ የሆስፒታል አስተዳደር ስልጠናን (120 ሰዓት) በተሳካ ሁኔታ ላጠናቀቁ ተሰጠ። መልካም የሥራ ዘመን እንመኝላቸዋለን፤ ሰላም ለሁሉም ይሁን።',
  },
];
