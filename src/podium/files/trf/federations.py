"""FIDE's codes of federations, where the code of the country is another (ISO 3166)."""

from __future__ import annotations

_OF_COUNTRIES = (
    "AGO:ANG ARE:UAE ATG:ANT BGD:BAN BGR:BUL BHR:BRN BHS:BAH BMU:BER BRB:BAR BTN:BHU BWA:BOT CHE:SUI CHL:CHI "
    "CRI:CRC DEU:GER DNK:DEN DZA:ALG FJI:FIJ GRC:GRE GTM:GUA HND:HON HRV:CRO HTI:HAI IDN:INA IRN:IRI KHM:CAM "
    "KWT:KUW LBY:LBA LKA:SRI LSO:LES LVA:LAT MCO:MNC MDG:MAD MMR:MYA MNG:MGL MRT:MTN MYS:MAS NGA:NGR NIC:NCA "
    "NLD:NED NPL:NEP OMN:OMA PHL:PHI PRI:PUR PRT:POR PRY:PAR PSE:PLE SAU:KSA SDN:SUD SLV:ESA SVN:SLO TWN:TPE "
    "TZA:TAN URY:URU VNM:VIE ZAF:RSA ZMB:ZAM ZWE:ZIM"
)
FEDERATIONS = dict(pair.split(":") for pair in _OF_COUNTRIES.split())


def fide_federation(code: str) -> str:
    """The code that FIDE has for a country; any other as it is.

    >>> fide_federation("DEU"), fide_federation("GER")
    ('GER', 'GER')
    """
    return FEDERATIONS.get(code, code)
