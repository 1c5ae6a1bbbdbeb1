"""The order of names: each row is in the order of its language, and would not be in that of code points."""

import doctest

import pytest

from podium.core import collation
from podium.core.collation import Language, name_key
from podium.core.dice import Dice
from tests.kit.loops import every

ORDERS = [
    pytest.param(Language.ANY, "Böhm Bohn Busch", id="an umlaut stands beside its letter"),
    pytest.param(Language.ANY, "Cote Coté Côte Cotes", id="accents decide between equal letters only"),
    pytest.param(Language.ANY, "Strasse Straße Strassen", id="the sharp s is two"),
    pytest.param(Language.ANY, "Łasker Lasz Østby Otto", id="letters that Unicode does not take apart"),
    pytest.param(Language.ANY, "de_Boer De_Vries Devi", id="small and capital letters alike, words before longer ones"),
    pytest.param(Language.ANY, "ONeal O'Neil O’Neill Onkel", id="an apostrophe is no letter"),
    pytest.param(Language.ANY, "Smith,_Zoe Smith-Jones,_A Smithers,_A", id="a whole surname comes first"),
    pytest.param(Language.ANY, "Player_2 Player_10 Player_11", id="numbers by value"),
    pytest.param(Language.ANY, "Егоров Ёлкин Жуков Иванов Йовчев Кац", id="Cyrillic"),
    pytest.param(Language.ANY, "Гук Ґонта Енко Євтух Зуб Иван Іван Їжак Йосип", id="Ukrainian letters in their place"),
    pytest.param(Language.ANY, "Άννα Αντώνης Βάσω", id="Greek accents"),
    pytest.param(Language.GERMAN, "Mueller Mühl Muller Müller", id="German: as any, by dictionary"),
    pytest.param(Language.FRENCH, "Élie Eluard Emile Émilie", id="French"),
    pytest.param(Language.SWEDISH, "Andersson Muller Mylius Müllner Zetterberg Åberg Ärlig Öberg", id="Swedish"),
    pytest.param(Language.FINNISH, "Aalto Virtanen Ylönen Äijälä Öhman", id="Finnish"),
    pytest.param(Language.DANISH, "Andersen Zeuthen Ærø Østergaard Aagaard Åkjær", id="Danish: aa is å"),
    pytest.param(Language.NORWEGIAN, "Berg Zakariassen Ærlig Ødegård Aasen Åsen", id="Norwegian"),
    pytest.param(Language.ICELANDIC, "Anna Ármann Dagur Ðan Þór Ægir Örn", id="Icelandic"),
    pytest.param(Language.SPANISH, "Nuñez Nuza Ñandu Ortiz", id="Spanish: ñ after n"),
    pytest.param(Language.POLISH, "Lis Luty Łoś Nowak Oko Ósma Sok Śliwa Zen Źdźbło Żak", id="Polish"),
    pytest.param(Language.CZECH, "Cukr Čapek Hus Chytil Ivan Rys Řehoř Sova Šimek Zub Žák", id="Czech: ch after h"),
    pytest.param(Language.SLOVAK, "Azor Ädler Hus Chalupka Ivan Oz Ôsmy", id="Slovak"),
    pytest.param(Language.CROATIAN, "Cvek Čavić Ćosić Dzu Džaja Đurić Luk Ljubić Nun Njegoš", id="Croatian"),
    pytest.param(Language.HUNGARIAN, "Cuk Csom Oz Ökrös Őry Páko Suk Szabo Zu Zsolt", id="Hungarian"),
    pytest.param(Language.ESTONIAN, "Sutt Šmit Zobel Žukov Tamm Wolf Õim Ärm Öpik Üksvärav", id="Estonian: z before t"),
    pytest.param(Language.ROMANIAN, "Azi Ăl Âl Bob Suc Șerban Tun Țepeș", id="Romanian"),
    pytest.param(Language.TURKISH, "Cem Çelik Gül Ğ Irmak İnci Oz Öz Su Şahin", id="Turkish: two of i"),
    pytest.param(Language.LATVIAN, "Cirks Čaks Kuls Ķibers Lus Ļepa", id="Latvian"),
    pytest.param(Language.LITHUANIAN, "Cinas Čepas Yla Ivanas Izas Sula Šalna", id="Lithuanian: y as i"),
    pytest.param(Language.SLOVENE, "Cuk Čuk Ćuk Dub Đur Suk Šuk", id="Slovene"),
]


@every(("language", "text"), ORDERS)
def test_names_are_in_the_order_of_the_language(language: Language, text: str) -> None:
    names = [name.replace("_", " ") for name in text.split()]
    mixed = Dice(text).shuffled(names)
    assert sorted(mixed, key=lambda name: name_key(name, language)) == names


def test_how_a_letter_is_composed_does_not_matter_but_for_equals() -> None:
    composed, taken_apart = "B\u00f6hm", "Bo\u0308hm"
    assert name_key(composed)[:2] == name_key(taken_apart)[:2]
    assert name_key(composed) != name_key(taken_apart)


def test_every_name_has_a_place() -> None:
    """Nothing that can be typed is too odd, and two different names are never equal."""
    odd = ["", " ", ",", "-", "0", "٣", "李小龍", "אבא", "नीता", "👑", "x" * 500, "1" * 500]
    for language in Language:
        assert len({name_key(name, language) for name in odd}) == len(odd)


def test_the_examples_run() -> None:
    assert doctest.testmod(collation) == doctest.TestResults(failed=0, attempted=4)
